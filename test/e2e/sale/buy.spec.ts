import { expect, test } from '../shop.ts';
import { fillPaymentForm, openSkin, signIn, signUp, signUpOnScreen } from '../steps.ts';

// shows: spec 1.2, spec 2.53, spec 2.54, spec 4.5, spec 7.4, spec 8.27
test('a newcomer buys a skin with a simulated PIX and sees it paid live', async ({ shop, visitor }) => {
  const page = await visitor();
  const { email } = await signUpOnScreen(page, shop);
  const skin = await openSkin(page, shop, 'tarvok');
  await page.getByRole('button', { name: 'Comprar agora' }).click();
  await fillPaymentForm(page, email);
  await expect(page.getByRole('img', { name: 'QR Code do PIX' })).toBeVisible();
  await expect(page.getByText(/válido até \d\d:\d\d/i)).toBeVisible();
  await page.getByRole('button', { name: 'Copiar código PIX' }).click();
  await expect(page.getByText('Código copiado!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^000201.*6304[0-9A-F]{4}$/);

  await page.getByRole('button', { name: /simular pagamento/i }).click();
  await expect(page.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();
  await page.waitForURL('**/dashboard/pedidos');
  const order = page.getByRole('listitem').filter({ hasText: skin }).first();
  await expect(order).toContainText(/Pedido #[0-9a-f]{8}/);
  await expect(order).toContainText('Aguardando envio');
  await expect(order).toContainText('PIX');
  await expect(order).toContainText('R$ 15,00');
  await page.goto(`${shop.url}/dashboard/colecao`);
  await expect(page.getByText(skin).first()).toBeVisible();
  await expect
    .poll(
      () =>
        shop.mails().filter((mail) => mail.includes(`To: ${email}`) && /pagamento confirmado/i.test(mail))
          .length,
    )
    .toBe(1);
  // What `shop.ts` looks through for personal data at the end holds this purchase.
  expect(shop.output()).toContain('"event":"charge.paid"');

  await page.goto(`${shop.url}/loja?q=tarvok`);
  await page
    .getByRole('link', { name: new RegExp(skin) })
    .first()
    .click();
  await expect(page.getByText('Na sua coleção')).toBeVisible();
  // A screen reader hears of a page that came without a load.
  await expect(page.locator('p[aria-live]')).toHaveText(await page.title());
});

// shows: spec 1.2, spec 2.20, spec 4.5
test('a cart of two skins is paid at once and emptied only then', async ({ shop, visitor }) => {
  const page = await visitor();
  const { email } = await signUp(page, shop);
  const names = [await openSkin(page, shop, 'sol ena'), ''];
  await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
  await expect(page.getByText('Adicionado ao carrinho!')).toBeVisible();
  await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
  await expect(page.getByText('Item já está no carrinho')).toBeVisible();
  names[1] = await openSkin(page, shop, 'dragao');
  await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
  await expect(page.getByText('Adicionado ao carrinho!')).toBeVisible();

  await page.goto(`${shop.url}/carrinho`);
  await expect(page.getByText('2 itens')).toBeVisible();
  await expect(page.getByText('R$ 30,00').first()).toBeVisible();
  await page.getByRole('button', { name: 'Finalizar Compra' }).click();
  await fillPaymentForm(page, email);
  expect(
    await page.evaluate(() => Object.entries(localStorage).find(([key]) => key.includes('cart'))?.[1]),
  ).toContain('_');
  await page.getByRole('button', { name: /simular pagamento/i }).click();
  // Who does not wait for the next step has bought all the same.
  await page.getByRole('link', { name: 'Ver meus pedidos' }).click();
  await page.waitForURL('**/dashboard/pedidos');
  for (const name of names) await expect(page.getByText(name).first()).toBeVisible();
  await page.goto(`${shop.url}/carrinho`);
  await expect(page.getByText('Seu carrinho está vazio')).toBeVisible();
});

test(
  'an unpaid order is resumed on another device with the very same code',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const phone = await visitor();
    const account = await signUp(phone, shop);
    await openSkin(phone, shop, 'clarimunda');
    await phone.getByRole('button', { name: 'Comprar agora' }).click();
    await fillPaymentForm(phone, account.email);
    const code = await phone.getByLabel('PIX copia e cola').inputValue();

    const desktop = await visitor({ width: 1280 });
    await signIn(desktop, shop, account);
    await desktop.goto(`${shop.url}/dashboard/pedidos`);
    await expect(desktop.getByText('Aguardando Pagamento')).toBeVisible();
    await desktop.getByRole('link', { name: 'Pagar agora' }).click();
    await expect(desktop.getByText('Aguardando pagamento...')).toBeVisible();
    expect(await desktop.getByLabel('PIX copia e cola').inputValue()).toBe(code);

    await desktop.getByRole('button', { name: /simular pagamento/i }).click();
    await expect(desktop.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();
    // The phone was only looking on.
    await expect(phone.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();
  },
);

// shows: spec 5.2, spec 8.8
test('signed out, buying leads through sign-in and back to the skin', async ({ shop, visitor }) => {
  const page = await visitor();
  await openSkin(page, shop, 'valente');
  const skinUrl = page.url();
  const buy = page.getByRole('button', { name: 'Comprar agora' });
  // On a slow network the button says that it works until the next page is there.
  let arrive = () => {};
  const held = new Promise<void>((done) => (arrive = done));
  await page.route('**/auth.data*', (route) => held.then(() => route.continue()));
  await buy.click();
  await expect(buy).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText('Login necessário')).toBeVisible();
  arrive();
  await page.waitForURL(/\/auth\?voltar=/);
  await page
    .getByRole('link', { name: 'Cadastro' })
    .or(page.getByRole('tab', { name: 'Cadastro' }))
    .first()
    .click();
  await page.getByLabel('Nome de exibição').fill('Volta');
  await page.getByLabel('Email').fill(`volta-${Date.now()}@exemplo.com`);
  await page.getByLabel('Senha', { exact: true }).fill('segredo1');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.waitForURL(skinUrl);
});
