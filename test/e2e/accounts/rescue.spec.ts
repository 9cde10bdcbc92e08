import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { inspectScreen } from '../inspect-screen.ts';
import { activate, typeInto } from '../keyboard.ts';
import { expect, test, type RunningShop } from '../shop.ts';
import { panelEntry, signIn, signUp } from '../steps.ts';

const PHONE = { width: 360, height: 740 };

/** The link of the mail to this address with this subject, once it has come. */
async function linkTo(shop: RunningShop, address: string, subject: string): Promise<string> {
  const find = () =>
    shop.mails().find((mail) => mail.includes(`To: ${address}`) && mail.includes(subject)) ?? '';
  await expect.poll(find).not.toBe('');
  return /\/troca-de-email\/[\w-]{22}/.exec(find())?.[0] ?? '';
}

test(
  'staff ask for another address, the new one confirms, the old one stops it, and what waits is taken back',
  { tag: '@release' },
  async ({ shop, browser, visitor, database }) => {
    // A screen looks the same on both databases.
    const inspect = async (page: Page, name: string) => {
      if (database === 'embedded') expect(await inspectScreen(page, name)).toEqual([]);
      await page.setViewportSize(PHONE);
    };
    const customer = await visitor();
    const { email } = await signUp(customer, shop);
    await customer.goto(`${shop.url}/dashboard/perfil`);
    await expect(customer.getByText('O email não pode ser alterado')).toBeVisible();
    await expect(customer.getByRole('link', { name: 'Fale com o suporte' })).toBeVisible();

    const clerk = await visitor({ width: PHONE.width, expected: /Erro ao pedir a troca|422|409/ });
    await signIn(clerk, shop, shop.staff);
    await clerk.goto(`${shop.url}/admin`);
    await (await panelEntry(clerk, 'Troca de e-mail')).click();
    const newEmail = `certo-${randomUUID().slice(0, 8)}@exemplo.com`;
    const dialog = clerk.getByRole('dialog', { name: 'Trocar e-mail de uma conta' });
    const fill = async (account: string, wanted: string) => {
      await activate(clerk, clerk.getByRole('button', { name: 'Pedir troca' }));
      await typeInto(clerk, dialog.getByLabel('E-mail atual da conta'), account);
      await typeInto(clerk, dialog.getByLabel('E-mail novo'), wanted);
      await typeInto(clerk, dialog.getByLabel('Como a pessoa provou quem é'), 'Mostrou o comprovante do Pix');
    };
    await fill(email, shop.staff.email);
    await activate(clerk, dialog.getByRole('button', { name: 'Pedir troca' }));
    await expect(dialog.getByText(/^Já existe uma conta com este e-mail/)).toBeVisible();
    await expect(dialog.getByLabel('E-mail novo')).toBeFocused();
    await inspect(clerk, 'Trocar e-mail');
    await typeInto(clerk, dialog.getByLabel('E-mail novo'), newEmail);
    await activate(clerk, dialog.getByRole('button', { name: 'Pedir troca' }));
    const row = clerk.getByRole('listitem').filter({ hasText: newEmail });
    await expect(row).toContainText('espera a confirmação do e-mail novo');
    await inspect(clerk, 'Troca de e-mail');

    // Whoever opens the links needs no session and no scripts; opened alone, they change nothing.
    const plain = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
    const reader = await plain.newPage();
    const confirm = await linkTo(shop, newEmail, 'Confirme seu novo e-mail');
    const opened = await reader.goto(shop.url + confirm);
    expect(opened?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': /noindex/ });
    expect(await reader.content()).not.toContain(email);
    await reader.getByRole('button', { name: 'Confirmar e-mail' }).click();
    await expect(reader.getByRole('heading', { name: 'E-mail confirmado' })).toBeVisible();
    await reader.goto(shop.url + (await linkTo(shop, email, 'Pediram para trocar')));
    await reader.getByRole('button', { name: 'Não fui eu: parar a troca' }).click();
    await expect(reader.getByRole('heading', { name: 'Troca parada' })).toBeVisible();
    await plain.close();

    await clerk.reload();
    await expect(row).toContainText('Parada pelo e-mail antigo');
    await fill(email, newEmail);
    await activate(clerk, dialog.getByRole('button', { name: 'Pedir troca' }));
    await clerk.getByRole('button', { name: /^Cancelar a troca de/ }).click();
    await expect(row.filter({ hasText: 'Cancelada' })).toBeVisible();
    await customer.reload();
    await expect(customer.getByText('O email não pode ser alterado')).toBeVisible();
  },
);
