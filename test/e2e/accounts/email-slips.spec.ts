import { randomUUID } from 'node:crypto';
import { inspectScreen } from '../inspect-screen.ts';
import { activate, tabTo, typeInto } from '../keyboard.ts';
import { expect, test } from '../shop.ts';
import { BUYER, openSkin, scriptsToRun } from '../steps.ts';

const PHONE = { width: 360, height: 740 };

test(
  "an address with a slip in it is asked about before it costs somebody a skin's mails",
  { tag: '@release' },
  async ({ shop, browser, visitor, database }) => {
    const name = `ana-${randomUUID().slice(0, 8)}`;
    const page = await visitor({ width: PHONE.width, expected: /422/ });
    await page.goto(`${shop.url}/auth?modo=cadastro`);
    await scriptsToRun(page);
    const email = page.getByLabel('Email');
    await typeInto(page, page.getByLabel('Nome de exibição'), BUYER.name);
    await typeInto(page, email, `${name}@gmial.com`);
    await typeInto(page, page.getByLabel('Senha', { exact: true }), 'segredo1');
    const question = page.getByRole('status').filter({ hasText: `Você quis dizer ${name}@gmail.com?` });
    await expect(question).toBeVisible();
    // A screen looks the same on both databases.
    if (database === 'embedded') expect(await inspectScreen(page, 'Cadastro com pergunta')).toEqual([]);
    await page.setViewportSize(PHONE);
    await activate(page, page.getByRole('button', { name: 'Corrigir' }));
    await expect(email).toHaveValue(`${name}@gmail.com`);
    await expect(email).toBeFocused();
    await expect(question).toBeHidden();
    // Sent without leaving the field, the server asks, nothing typed is lost, and the same again is taken.
    await typeInto(page, email, `${name}@gmal.com`);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Você quis dizer ${name}@gmail.com?`)).toBeVisible();
    await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('segredo1');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Cadastro realizado!')).toBeVisible();

    // The account's own address is not held up again at the checkout; another one is, once.
    await openSkin(page, shop, 'dragao');
    await page.getByRole('button', { name: 'Comprar agora' }).click();
    await page.getByLabel(/celular/i).fill(BUYER.cellphone);
    await page.getByLabel(/CPF/i).fill(BUYER.taxId);
    await expect(page.getByText(`Você quis dizer ${name}@gmail.com?`)).toBeVisible();
    await email.fill(`${name}@hotmial.com`);
    await email.press('Enter');
    await expect(page.getByText(`Você quis dizer ${name}@hotmail.com?`)).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Corrigir' }));
    await page.keyboard.press('Enter');
    await expect(email).toHaveValue(`${name}@hotmail.com`);
    await page.getByLabel('É um presente').check();
    const receiver = page.getByLabel('E-mail de quem recebe');
    await receiver.fill('amiga@outlok.com');
    await receiver.press('Enter');
    await expect(page.getByText('Você quis dizer amiga@outlook.com?')).toBeVisible();
    await receiver.press('Enter');
    await expect(page.getByText('Aguardando pagamento...')).toBeVisible();

    const plain = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
    const bare = await plain.newPage();
    await bare.goto(`${shop.url}/auth?modo=cadastro`);
    await bare.getByLabel('Nome de exibição').fill(BUYER.name);
    await bare.getByLabel('Email').fill(`${name}@yaho.com.br`);
    await bare.getByLabel('Senha', { exact: true }).fill('segredo1');
    await bare.getByRole('button', { name: 'Criar conta' }).click();
    await expect(bare.getByText(`Você quis dizer ${name}@yahoo.com.br?`)).toBeVisible();
    await expect(bare.getByLabel('Nome de exibição')).toHaveValue(BUYER.name);
    await expect(bare.getByLabel('Email')).toHaveValue(`${name}@yaho.com.br`);
    await bare.getByLabel('Senha', { exact: true }).fill('segredo1');
    await bare.getByRole('button', { name: 'Criar conta' }).click();
    await expect(bare).not.toHaveURL(/\/auth/);
    await plain.close();
  },
);
