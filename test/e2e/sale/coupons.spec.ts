import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../shop.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { buy, fillPaymentForm, openSkin, panelEntry, scriptsToRun, signIn, signUp } from '../steps.ts';

const PHONE = { width: 360, height: 740 };

test(
  'staff give out a code, a buyer pays less with it, and the panel counts the sale for its creator',
  { tag: '@release' },
  async ({ shop, visitor, database }) => {
    // A screen looks the same on both databases.
    const inspect = async (page: Page, name: string) =>
      database === 'embedded' ? inspectScreen(page, name) : [];
    const code = `ANA-${randomUUID().slice(0, 6)}`.toUpperCase();
    const owner = await visitor({ expected: /^Erro ao salvar o cupom/ });
    await signIn(owner, shop, shop.staff);
    await owner.goto(`${shop.url}/admin`);
    await (await panelEntry(owner, 'Cupons')).click();
    await owner.getByRole('button', { name: 'Novo cupom' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Novo cupom' });
    await dialog.getByLabel('Código').fill(code.toLowerCase());
    await dialog.getByLabel('Desconto (%)').fill('120');
    await dialog.getByLabel('Criador ou criadora').fill('Ana Streamer');
    await dialog.getByRole('button', { name: 'Criar cupom' }).click();
    await expect(dialog.getByText('Use um número inteiro de 1 a 100.')).toBeVisible();
    await expect(dialog.getByLabel('Desconto (%)')).toBeFocused();
    await dialog.getByLabel('Desconto (%)').fill('10');
    await dialog.getByLabel('Usos no total').fill('1');
    expect(await inspect(owner, 'Novo cupom')).toEqual([]);
    await dialog.getByRole('button', { name: 'Criar cupom' }).click();
    const row = owner.getByRole('listitem').filter({ hasText: code });
    await expect(row).toContainText('10% de desconto');
    await expect(row).toContainText('de Ana Streamer · 0 de 1 uso · nenhuma venda');
    expect(await inspect(owner, 'Cupons')).toEqual([]);

    const page = await visitor();
    const { email } = await signUp(page, shop);
    for (const query of ['sol ena', 'dragao']) {
      await openSkin(page, shop, query);
      await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
      await expect(page.getByText('Adicionado ao carrinho!')).toBeVisible();
    }
    await page.goto(`${shop.url}/carrinho`);
    await scriptsToRun(page);
    const field = page.getByLabel('Cupom', { exact: true });
    await field.fill('NAO-EXISTE');
    await field.press('Enter');
    await expect(page.getByText('Não encontramos este cupom.').first()).toBeVisible();
    await expect(field).toHaveValue('NAO-EXISTE');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(await inspect(page, 'Carrinho com erro')).toEqual([]);
    await page.setViewportSize(PHONE);

    // What was refused holds neither another code nor the checkout, and may be right a moment later.
    await row.getByRole('button', { name: `Desligar ${code}` }).click();
    await expect(row).toContainText('Desligado');
    await field.fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect(page.getByText('Este cupom não está mais ativo.').first()).toBeVisible();
    await field.fill('OUTRO');
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
    for (const name of ['Aplicar', 'Finalizar Compra'])
      await expect(page.getByRole('button', { name })).not.toHaveAttribute('aria-busy', 'true');
    await row.getByRole('button', { name: `Ligar ${code}` }).click();
    await expect(row).toContainText('Ativo');
    await field.fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect(page.getByText('Cupom aplicado: R$ 3,00 de desconto.')).toBeVisible();
    // The focus stays where the pressed button was.
    await expect(page.getByRole('button', { name: 'Remover cupom' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Aplicar' })).toBeFocused();
    await field.fill(code);
    await field.press('Enter');
    await expect(page.getByText('Cupom aplicado: R$ 3,00 de desconto.')).toBeVisible();
    await page.goto(`${shop.url}/loja`);
    await page.goto(`${shop.url}/carrinho`);
    await expect(page.getByText('Cupom aplicado: R$ 3,00 de desconto.')).toBeVisible();
    await expect(page.getByText('R$ 27,00').first()).toBeVisible();
    expect(await inspect(page, 'Carrinho com cupom')).toEqual([]);
    await page.setViewportSize(PHONE);

    await page.getByRole('button', { name: 'Finalizar Compra' }).click();
    await expect(page.getByText(`2 skins do carrinho, com o cupom ${code}`)).toBeVisible();
    await fillPaymentForm(page, email);
    await page.getByRole('button', { name: /simular pagamento/i }).click();
    await page.waitForURL('**/dashboard/pedidos');
    const order = page
      .getByRole('listitem')
      .filter({ hasText: `Desconto (cupom ${code})` })
      .first();
    await expect(order).toContainText('R$ 30,00');
    await expect(order).toContainText('R$ 27,00');
    expect(await inspect(page, 'Pedidos com desconto')).toEqual([]);
    await page.goto(`${shop.url}/carrinho`);
    await expect(page.getByText('Seu carrinho está vazio')).toBeVisible();

    await owner.reload();
    await expect(row).toContainText('1 de 1 uso · 1 venda, R$ 27,00, com R$ 3,00 de desconto');
    await expect(row).toContainText('Esgotado');
    const download = owner.waitForEvent('download');
    await row.getByRole('link', { name: `Vendas ${code}` }).click();
    expect((await download).suggestedFilename()).toBe(`cupom-${code}.csv`);
    await row.getByRole('button', { name: `Desligar ${code}` }).click();
    await expect(row).toContainText('Desligado');
    await row.getByRole('link', { name: /Vendas/ }).waitFor();
  },
);

test(
  "a creator's link on any page lowers 'Comprar agora', and what was paid elsewhere leaves the cart with a word",
  { tag: '@release' },
  async ({ shop, visitor, database }) => {
    const code = `BIA-${randomUUID().slice(0, 6)}`.toUpperCase();
    const owner = await visitor();
    await signIn(owner, shop, shop.staff);
    const made = await owner.request.post(`${shop.url}/api/admin/coupons`, {
      headers: { Origin: shop.url },
      data: { code, percent: 10, creator: 'Bia' },
    });
    expect(made.status()).toBe(201);

    const page = await visitor({ width: 360 });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${shop.url}/sobre-nos?utm_source=bia&cupom=${code.toLowerCase()}`);
    await expect(page).toHaveURL(`${shop.url}/sobre-nos?utm_source=bia`);
    await expect(page.getByText(`Cupom ${code} guardado`)).toBeVisible();
    const { email } = await signUp(page, shop);
    await page.goto(`${shop.url}/loja/skin/Taric/1`);
    await page.getByRole('button', { name: 'Comprar agora' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pagamento por PIX' });
    await expect(dialog.getByText('Cupom aplicado: R$ 1,50 de desconto.')).toBeVisible();
    await expect(dialog).toContainText(`, com o cupom ${code}`);
    await expect(dialog).toContainText('R$ 13,50');
    if (database === 'embedded') expect(await inspectScreen(page, 'Comprar agora com cupom')).toEqual([]);
    await page.setViewportSize(PHONE);
    await dialog.getByRole('button', { name: 'Remover cupom' }).click();
    await expect(dialog).toContainText('R$ 15,00');
    await dialog.getByLabel('Cupom', { exact: true }).fill(code);
    await dialog.getByRole('button', { name: 'Aplicar' }).click();
    await expect(dialog).toContainText('R$ 13,50');
    await fillPaymentForm(page, email);
    await page.getByRole('button', { name: /simular pagamento/i }).click();
    await page.waitForURL('**/dashboard/pedidos');
    await expect(page.getByText(`Desconto (cupom ${code})`).first()).toBeVisible();
    expect(asked.filter((url) => url.toUpperCase().includes(code))).toHaveLength(1);

    for (const champion of ['Sona', 'Lux']) {
      await page.goto(`${shop.url}/loja/skin/${champion}/1`);
      await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
      await expect(page.getByText('Adicionado ao carrinho!')).toBeVisible();
    }
    await buy(page, shop, email, 'Sona');
    await page.goto(`${shop.url}/carrinho`);
    const note = page.getByRole('status').filter({ hasText: 'Já é sua e saiu do carrinho: ' });
    await expect(note).toBeVisible();
    await expect(page.getByText('1 item', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByText('R$ 15,00').first()).toBeVisible();
    await expect(note).toBeHidden();
  },
);

test(
  'once the server has answered, the cart asks for its total',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor();
    await page.route('**/api/quote', (route) =>
      route.fulfill({
        json: { items: [], discount: 1.5, total: 12.34, coupon: { code: 'ANA10', reason: null } },
      }),
    );
    await openSkin(page, shop, 'dragao');
    await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
    await page.goto(`${shop.url}/carrinho`);
    await scriptsToRun(page);
    await page.getByLabel('Cupom', { exact: true }).fill('ANA10');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    const summary = page.getByRole('region', { name: 'Resumo do pedido' });
    await expect(summary).toContainText('Cupom aplicado: R$\u00a01,50 de desconto.');
    await expect(summary.getByText('R$\u00a012,34')).toBeVisible();
  },
);
