import { expect, test } from '../shop.ts';
import { fillPaymentForm, openSkin, signUp } from '../steps.ts';

/** The buyer's page, waiting for a payment at a provider that speaks AbacatePay's protocol. */
test("a PIX paid at the provider turns the buyer's page green through its webhook", async ({
  abacatePayShop: shop,
  bank,
  visitor,
}) => {
  const page = await visitor();
  const { email } = await signUp(page, shop);
  const skin = await openSkin(page, shop, 'tatu bola');
  await page.getByRole('button', { name: 'Comprar agora' }).click();
  await fillPaymentForm(page, email);
  await expect(page.getByRole('button', { name: /simular pagamento/i })).toHaveCount(0);
  const charge = [...bank.ledger.values()].at(-1);
  expect(charge).toMatchObject({ amount: 1500, status: 'PENDING' });

  expect(await bank.pay(charge!.id)).toBe(200);
  await expect(page.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();
  await page.waitForURL('**/dashboard/pedidos');
  await expect(page.getByText(skin).first()).toBeVisible();
});

test(
  "'Já paguei' asks the provider at once when its webhook is lost",
  { tag: '@release' },
  async ({ abacatePayShop: shop, bank, visitor }) => {
    const page = await visitor();
    const { email } = await signUp(page, shop);
    await openSkin(page, shop, 'aragano');
    await page.getByRole('button', { name: 'Comprar agora' }).click();
    await fillPaymentForm(page, email);
    await page.getByRole('button', { name: 'Já paguei' }).click();
    await expect(page.getByText(/ainda não/i).first()).toBeVisible();
    await bank.pay([...bank.ledger.keys()].at(-1)!, { webhook: false });
    await page.getByRole('button', { name: 'Já paguei' }).click();
    await expect(page.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();
  },
);

test(
  'a provider that is down leaves the form as typed and the order resumable',
  { tag: '@release' },
  async ({ abacatePayShop: shop, bank, visitor }) => {
    const page = await visitor();
    const { email } = await signUp(page, shop);
    await openSkin(page, shop, 'faisca');
    await page.getByRole('button', { name: 'Comprar agora' }).click();
    bank.failNext({ status: 503 }, 1);
    await page.getByLabel('Nome completo').fill('Bruna Compradora');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel(/celular|telefone/i).fill('11987654321');
    await page.getByLabel(/CPF/i).fill('52998224725');
    await page.getByRole('button', { name: /gerar/i }).click();
    await expect(page.getByText('Erro ao criar pagamento').first()).toBeVisible();
    await expect(page.getByLabel('Nome completo')).toHaveValue('Bruna Compradora');
    await expect(page.getByLabel(/CPF/i)).toHaveValue('529.982.247-25');
    await page
      .getByRole('button', { name: /gerar|tentar/i })
      .first()
      .click();
    await expect(page.getByText('Aguardando pagamento...')).toBeVisible();
  },
);
