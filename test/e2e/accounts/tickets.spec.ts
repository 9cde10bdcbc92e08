import type { Page } from '@playwright/test';
import { inspectScreen } from '../inspect-screen.ts';
import { expect, test } from '../shop.ts';
import { buy, panelEntry, scriptsToRun, signIn, signUp } from '../steps.ts';

test(
  'a skin that does not work becomes a thread in which both sides write',
  { tag: '@release' },
  async ({ shop, visitor, database }) => {
    // A screen looks the same on both databases.
    const inspect = async (page: Page, name: string) =>
      database === 'embedded' ? inspectScreen(page, name) : [];
    const buyer = await visitor({ width: 360 });
    const { email } = await signUp(buyer, shop);
    await buy(buyer, shop, email, 'Sona');
    const owner = await visitor({ width: 360 });
    await signIn(owner, shop, shop.staff);
    const headers = { Origin: shop.url };
    const [order] = (await (await buyer.request.get(`${shop.url}/api/orders`)).json()) as {
      id: string;
      order_items: { id: string; skin_name: string }[];
    }[];
    const [item] = order!.order_items;
    await owner.request.post(`${shop.url}/api/admin/orders/${order!.id}/links`, {
      headers,
      data: { links: { [item!.id]: `${shop.url}/favicon.svg` } },
    });

    // 'Funcionou?' stands there as soon as the file was asked for, and after a reload.
    await buyer.goto(`${shop.url}/dashboard/colecao`);
    await scriptsToRun(buyer);
    const card = buyer.getByRole('listitem').filter({ hasText: item!.skin_name });
    await expect(card.getByText('Funcionou?')).toHaveCount(0);
    const [tab] = await Promise.all([
      buyer.context().waitForEvent('page'),
      card.getByRole('link', { name: /^Baixar Skin/ }).press('Enter'),
    ]);
    await tab.close();
    await expect(card.getByText('Funcionou?')).toBeVisible();
    await expect(async () => {
      await buyer.reload();
      await expect(card.getByText('Funcionou?')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    expect(await inspect(buyer, 'Coleção com Funcionou?')).toEqual([]);
    await card.getByRole('link', { name: /^Não/ }).press('Enter');
    await expect(buyer.getByRole('heading', { name: /não funcionou\?$/ })).toBeVisible();
    for (const cause of [/pasta errada/, /versão do jogo/, /antivírus/])
      await expect(buyer.getByRole('heading', { name: cause })).toBeVisible();
    expect(await inspect(buyer, 'Não funcionou?')).toEqual([]);
    await buyer.getByRole('link', { name: 'Ainda não funciona' }).press('Enter');
    await expect(buyer.getByText(`Pedido #${order!.id.slice(0, 8)} · arquivo versão 1`)).toBeVisible();
    const subject = `Não abre ${email}`;
    await buyer.getByLabel('Assunto').fill(subject);
    await buyer.getByLabel('Mensagem').fill('O jogo fecha sozinho.');
    await buyer.getByRole('button', { name: 'Enviar Mensagem' }).press('Enter');
    await expect(buyer.getByText('Mensagem Enviada!')).toBeVisible();
    // The list below is read again by then.
    await expect(buyer.getByRole('link', { name: subject })).toBeVisible();
    await buyer.waitForTimeout(1_000);
    await expect(buyer.getByText('Recebemos sua mensagem')).toBeVisible();
    await buyer.getByRole('link', { name: subject }).press('Enter');
    await expect(buyer.getByText('Aberto', { exact: true })).toBeVisible();
    expect(await inspect(buyer, 'Conversa')).toEqual([]);

    await owner.goto(`${shop.url}/admin`);
    await (await panelEntry(owner, 'Atendimento')).click();
    await owner.getByRole('link', { name: subject }).press('Enter');
    await expect(owner.getByText('O jogo fecha sozinho.')).toBeVisible();
    await expect(owner.getByText('Versão 1')).toBeVisible();
    expect(await inspect(owner, 'Atendimento')).toEqual([]);
    await owner.getByLabel('Resposta pronta').selectOption('Antivírus');
    await owner.getByRole('button', { name: 'Usar' }).press('Enter');
    const answer = owner.getByLabel('Resposta', { exact: true });
    await expect(answer).toHaveValue(/^Olá, Bruna!.*quarentena/s);
    const id = new URL(owner.url()).pathname.split('/').at(-1)!;
    await owner.getByRole('button', { name: 'Enviar resposta' }).press('Enter');
    await expect(owner.getByText(/^Respondido há menos de 1 min por/)).toBeVisible();
    await expect(answer).toHaveValue('');
    // The buyer's open page hears of it by itself.
    await expect(buyer.getByText('Respondido', { exact: true })).toBeVisible();
    await expect(buyer.getByText(/quarentena do seu antivírus/)).toBeVisible();
    await owner.getByRole('button', { name: 'Marcar como resolvido' }).press('Enter');
    await expect(buyer.getByText('Resolvido', { exact: true })).toBeVisible();
    await buyer.getByLabel('Sua resposta').fill('Voltou a fechar.');
    await buyer.getByRole('button', { name: 'Enviar resposta' }).press('Enter');
    await expect(owner.getByText('Voltou a fechar.')).toBeVisible();
    await expect(owner.getByText('Aberto', { exact: true })).toBeVisible();
    const sent = () => shop.mails().filter((mail) => mail.includes(`/dashboard/suporte/${id}`));
    await expect.poll(() => sent().length).toBe(1);

    await owner.goto(`${shop.url}/admin/atendimento`);
    expect(await inspect(owner, 'Atendimentos')).toEqual([]);
    await owner.getByRole('link', { name: 'Respostas prontas' }).press('Enter');
    await owner.locator('summary').filter({ hasText: 'Antivírus' }).click();
    expect(await inspect(owner, 'Respostas prontas')).toEqual([]);
    await buyer.goto(`${shop.url}/dashboard/colecao`);
    await scriptsToRun(buyer);
    await card.getByRole('button', { name: /^Sim/ }).press('Enter');
    await expect(buyer.getByText('Que bom que funcionou!')).toBeVisible();
    await buyer.reload();
    await expect(card).toBeVisible();
    await expect(card.getByText('Funcionou?')).toHaveCount(0);
  },
);
