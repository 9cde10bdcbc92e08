import type { Page } from '@playwright/test';
import { expect, test, type RunningShop } from '../shop.ts';
import { buy, fillPaymentForm, openSkin, signIn, signUp } from '../steps.ts';

/** A clerk on the page of the newest order of this customer. */
async function openOrder(clerk: Page, shop: RunningShop, email: string): Promise<string> {
  await clerk.goto(`${shop.url}/admin?q=${encodeURIComponent(email)}`);
  const link = clerk.getByRole('link', { name: /^Pedido #/ }).first();
  const number = ((await link.textContent()) ?? '').replace('Pedido #', '').trim();
  await link.click();
  await expect(clerk.getByRole('heading', { name: `Pedido #${number}` })).toBeVisible();
  return number;
}

async function deliver(clerk: Page, shop: RunningShop, email: string): Promise<void> {
  await clerk.goto(`${shop.url}/admin?q=${encodeURIComponent(email)}`);
  await clerk
    .getByRole('button', { name: /Enviar Links/ })
    .first()
    .click();
  await clerk.getByRole('dialog').getByRole('textbox').first().fill('https://arquivos.exemplo.com/skin.zip');
  await clerk.getByRole('button', { name: 'Enviar Links e Concluir' }).click();
  await expect(clerk.getByText('Links enviados!')).toBeVisible();
}

async function refund(clerk: Page, number: string, amount?: string): Promise<void> {
  await clerk
    .getByRole('button', { name: /^(Reembolsar|Devolver)/ })
    .first()
    .click();
  const dialog = clerk.getByRole('dialog');
  if (amount) await dialog.getByLabel('Valor (R$)').fill(amount);
  await dialog.getByLabel('Motivo').fill('O cliente desistiu da compra.');
  await dialog.getByRole('button', { name: /^Reembolsar/ }).click();
  await expect(dialog.getByText(`Digite ${number}.`)).toBeVisible();
  await expect(dialog.getByLabel(/Para confirmar/)).toBeFocused();
  await dialog.getByLabel(/Para confirmar/).fill(number);
  await dialog.getByRole('button', { name: /^Reembolsar/ }).click();
  await expect(dialog).toBeHidden();
}

const mailsTo = (shop: RunningShop, email: string, words: string) =>
  shop.mails().filter((mail) => mail.includes(`To: ${email}`) && mail.includes(words)).length;

test('staff refund a part, then the rest: the buyer sees it live and by mail, and the download is gone', async ({
  shop,
  visitor,
}) => {
  const buyer = await visitor();
  const { email } = await signUp(buyer, shop);
  await buy(buyer, shop, email, 'Lulu');
  const clerk = await visitor({ width: 1280 });
  await signIn(clerk, shop, shop.staff);
  await deliver(clerk, shop, email);
  await buyer.goto(`${shop.url}/dashboard/colecao`);
  const href =
    (await buyer
      .getByRole('link', { name: /baixar skin/i })
      .first()
      .getAttribute('href')) ?? '';
  const download = () => buyer.request.get(new URL(href, shop.url).href, { maxRedirects: 0 });
  expect((await download()).status()).toBe(302);
  await buyer.goto(`${shop.url}/dashboard/pedidos`);

  const number = await openOrder(clerk, shop, email);
  await refund(clerk, number, '5,00');
  await expect(clerk.getByText('Reembolso enviado!')).toBeVisible();
  await expect(clerk.getByText('Devolvido', { exact: true }).first()).toBeVisible();
  await expect(buyer.getByText(/Devolvemos R\$\s5,00 deste pedido/)).toBeVisible();
  expect((await download()).status()).toBe(302);

  await refund(clerk, number);
  await expect(clerk.getByText('Reembolsado', { exact: true })).toBeVisible();
  await expect(buyer.getByText('Reembolsado', { exact: true })).toBeVisible();
  await expect(buyer.getByText('Recebido', { exact: true })).toBeVisible();
  expect((await download()).status()).toBe(404);
  await buyer.goto(`${shop.url}/dashboard/colecao`);
  await expect(buyer.getByText('Sua coleção está vazia')).toBeVisible();
  await expect.poll(() => mailsTo(shop, email, 'Seu reembolso foi feito')).toBe(2);
  expect(mailsTo(shop, email, 'as skins dele saíram')).toBeGreaterThan(0);

  await clerk.getByRole('link', { name: 'Registro' }).click();
  await expect(clerk.getByText(/pediu um reembolso \(R\$\s10,00\)/).first()).toBeVisible();
});

test(
  'staff refund one skin of two, for what was paid for it',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);
    await buy(buyer, shop, email, 'Lulu', 'Fizz');
    await buyer.goto(`${shop.url}/dashboard/pedidos`);
    const clerk = await visitor({ width: 360 });
    await signIn(clerk, shop, shop.staff);
    const number = await openOrder(clerk, shop, email);
    await clerk.getByRole('button', { name: 'Reembolsar' }).press('Enter');
    const dialog = clerk.getByRole('dialog');
    await dialog.getByRole('checkbox').first().press('Space');
    await expect(dialog.getByLabel('Valor (R$)')).toHaveValue('15,00');
    await dialog.getByLabel('Motivo').fill('Só esta não abriu.');
    await dialog.getByLabel(/Para confirmar/).fill(number);
    await clerk.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(buyer.getByText(/Devolvemos R\$\s15,00 deste pedido/)).toBeVisible();
    for (const page of [buyer, clerk]) await expect(page.getByText('Saiu do pedido')).toHaveCount(1);
    await clerk.getByRole('button', { name: 'Reembolsar' }).click();
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  },
);

test(
  'staff cancel a paid order before delivery, and the money goes back',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);
    await buy(buyer, shop, email, 'Fizz');
    await buyer.goto(`${shop.url}/dashboard/pedidos`);
    await expect(buyer.getByText('Aguardando envio')).toBeVisible();
    const clerk = await visitor({ width: 1280 });
    await signIn(clerk, shop, shop.staff);
    await openOrder(clerk, shop, email);
    await clerk.getByRole('button', { name: 'Cancelar pedido' }).click();
    const dialog = clerk.getByRole('dialog');
    await expect(dialog).toContainText(/R\$\s15,00 voltam para o cliente/);
    await dialog.getByLabel('Motivo').fill('Arquivo indisponível.');
    await dialog.getByRole('button', { name: 'Cancelar e reembolsar' }).click();
    await expect(clerk.getByText('Pedido cancelado').first()).toBeVisible();
    await expect(buyer.getByText('Cancelado', { exact: true })).toBeVisible();
    await expect(buyer.getByText('Reembolsado', { exact: true })).toBeVisible();
    await expect.poll(() => mailsTo(shop, email, 'foi cancelado')).toBe(1);
  },
);

test(
  'a buyer cancels an unpaid order, and a payment that comes all the same brings it back',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);
    await openSkin(buyer, shop, 'estopim');
    await buyer.getByRole('button', { name: 'Comprar agora' }).click();
    const created = buyer.waitForResponse('**/api/create-pix-payment');
    await fillPaymentForm(buyer, email);
    const { payment, order } = (await (await created).json()) as {
      payment: { id: string };
      order: { id: string };
    };
    await buyer.goto(`${shop.url}/pagamento-pix?orderId=${order.id}`);
    await buyer.getByRole('button', { name: /Cancelar pedido/ }).click();
    await buyer.getByRole('button', { name: 'Manter pedido' }).click();
    await buyer.getByRole('button', { name: /Cancelar pedido/ }).click();
    await buyer.getByRole('button', { name: 'Sim, cancelar' }).click();
    await buyer.waitForURL('**/dashboard/pedidos');
    await expect(buyer.getByText('Cancelado', { exact: true })).toBeVisible();
    await expect(buyer.getByRole('link', { name: 'Pagar agora' })).toHaveCount(0);

    await fetch(`${shop.url}/simulator/pay/${payment.id}`, {
      method: 'POST',
      headers: { Origin: shop.url },
    });
    await expect(buyer.getByText('Aguardando envio')).toBeVisible();
  },
);

for (const width of [360, 1440]) {
  test(
    `a payment of another sum that was settled outside of the shop leaves Atenção, at ${width} px`,
    { tag: '@release' },
    async ({ abacatePayShop: shop, bank, visitor }) => {
      const buyer = await visitor();
      const { email } = await signUp(buyer, shop);
      await openSkin(buyer, shop, width === 360 ? 'serenata' : 'estrelina');
      await buyer.getByRole('button', { name: 'Comprar agora' }).click();
      await fillPaymentForm(buyer, email);
      await bank.pay([...bank.ledger.keys()].at(-1)!, { webhookAmount: 1000 });
      await expect(buyer.getByText('Pagamento em análise').first()).toBeVisible();

      const clerk = await visitor({ width });
      await signIn(clerk, shop, shop.staff);
      await clerk.goto(`${shop.url}/admin/atencao`);
      const card = clerk.getByRole('article', { name: 'Pago a menos' });
      await card.getByRole('button', { name: 'Marcar como resolvido' }).click();
      const dialog = clerk.getByRole('dialog');
      await expect(dialog).toContainText('O pedido é cancelado');
      await dialog.getByRole('button', { name: 'Marcar como resolvido' }).click();
      await expect(dialog.getByRole('alert')).toContainText('Escreva aqui pelo menos 3 letras.');
      await dialog.getByLabel('O que foi combinado').fill('Trocado por outro pedido, por telefone.');
      await dialog.getByRole('button', { name: 'Marcar como resolvido' }).click();
      await expect(dialog.getByRole('alert')).toContainText('Diga o que aconteceu');
      await dialog.getByRole('radio', { name: /Foi acertado de outra forma/ }).check();
      await dialog.getByRole('button', { name: 'Marcar como resolvido' }).click();
      await expect(clerk.getByText('Nada esperando por você')).toBeVisible();
      await expect.poll(() => mailsTo(shop, email, 'acertado com você fora da loja')).toBe(1);

      await buyer.goto(`${shop.url}/dashboard/pedidos`);
      await expect(buyer.getByText('Cancelado', { exact: true })).toBeVisible();
      await expect(buyer.getByRole('link', { name: 'Pagar agora' })).toHaveCount(0);

      await openOrder(clerk, shop, email);
      await expect(clerk.getByText('Trocado por outro pedido, por telefone.')).toBeVisible();
      await expect(clerk.getByText(/marcou um pagamento retido como resolvido/)).toBeVisible();
    },
  );
}

test(
  'a payment of another sum waits under Atenção; where the provider cannot refund, staff mark it',
  { tag: '@release' },
  async ({ abacatePayShop: shop, bank, visitor }) => {
    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);
    await openSkin(buyer, shop, 'turmalina');
    await buyer.getByRole('button', { name: 'Comprar agora' }).click();
    await fillPaymentForm(buyer, email);
    await bank.pay([...bank.ledger.keys()].at(-1)!, { webhookAmount: 1000 });
    await expect(buyer.getByText('Pagamento em análise').first()).toBeVisible();

    const clerk = await visitor({ width: 1280 });
    await signIn(clerk, shop, shop.staff);
    await clerk.goto(`${shop.url}/admin/atencao`);
    const card = clerk.getByRole('article', { name: 'Pago a menos' });
    await expect(card).toContainText(/custa R\$\s15,00 e chegaram R\$\s10,00/);
    await card.getByRole('link', { name: 'Ver pedido e devolver' }).click();
    const heading = clerk.getByRole('heading', { level: 2, name: /^Pedido #/ });
    const number = ((await heading.textContent()) ?? '').slice(-8);
    await refund(clerk, number);
    await expect(clerk.getByText('Reembolso registrado')).toBeVisible();

    await clerk.getByRole('link', { name: 'Atenção' }).click();
    // The order's page shows the same card until the list has come.
    await clerk.waitForURL('**/admin/atencao');
    const due = clerk.getByRole('article', { name: 'A devolver' });
    await expect(due).toContainText('Devolva no painel do provedor');
    await due.getByRole('button', { name: 'Marcar como devolvido' }).click();
    const dialog = clerk.getByRole('dialog');
    await dialog.getByLabel('Como foi devolvido').fill('Painel da AbacatePay, comprovante 77.');
    await dialog.getByRole('button', { name: 'Marcar como devolvido' }).click();
    await expect(clerk.getByText('Nada esperando por você')).toBeVisible();
    await expect.poll(() => mailsTo(shop, email, 'Seu reembolso foi feito')).toBe(1);
  },
);
