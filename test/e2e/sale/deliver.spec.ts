import { expect, test } from '../shop.ts';
import { buy, buyBySimulation, fillPaymentForm, openSkin, signIn, signInOnScreen, signUp } from '../steps.ts';

// shows: spec 1.2, spec 2.34, spec 2.66, spec 2.67, spec 4.7, spec 4.8, spec 5.10
test("staff send the link and the buyer's open page turns 'Recebido' without a reload", async ({
  shop,
  visitor,
}) => {
  const buyer = await visitor();
  const { email } = await signUp(buyer, shop);
  const skin = await buyBySimulation(buyer, shop, email, 'serenata');
  await expect(buyer.getByText('Aguardando envio')).toBeVisible();

  const clerk = await visitor({ width: 1280 });
  await signInOnScreen(clerk, shop, shop.staff);
  await clerk.getByRole('link', { name: 'STAFF' }).first().click();
  await expect(clerk.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
  const row = clerk.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: 'Enviar Links' }).click();
  const dialog = clerk.getByRole('dialog');
  await expect(dialog.getByText('Enviar Links de Download')).toBeVisible();
  await expect(dialog).toContainText('Insira os links de download para cada skin adquirida.');
  const send = dialog.getByRole('button', { name: 'Enviar Links e Concluir' });
  await expect(send).toBeDisabled();
  await dialog.getByRole('textbox').first().fill('javascript:alert(1)');
  await expect(send).toBeDisabled();
  await dialog.getByRole('textbox').first().fill('https://arquivos.exemplo.com/sona.zip');
  await send.click();
  await expect(clerk.getByText('Links enviados!')).toBeVisible();

  await expect(buyer.getByText('Recebido')).toBeVisible();
  await buyer.goto(`${shop.url}/dashboard/colecao`);
  const download = buyer.getByRole('link', { name: /baixar skin/i }).first();
  await expect(download).toBeVisible();
  await expect(buyer.getByText(skin).first()).toBeVisible();
  const href = await download.getAttribute('href');
  const led = await buyer.request.get(new URL(href ?? '', shop.url).href, { maxRedirects: 0 });
  expect(led.headers().location).toBe('https://arquivos.exemplo.com/sona.zip');
  await expect
    .poll(
      () =>
        shop
          .mails()
          .filter((mail) => mail.includes(`To: ${email}`) && mail.includes('arquivos.exemplo.com/sona.zip'))
          .length,
    )
    .toBe(1);

  const orders = (await (await buyer.request.get(`${shop.url}/api/orders`)).json()) as { id: string }[];
  await clerk.goto(`${shop.url}/admin/pedidos/${orders[0]!.id}`);
  for (const proof of ['Baixado', 'Página com o link aberta', 'Link enviado'])
    await expect(clerk.getByText(proof)).toBeVisible();
});

// shows: threat 47
test(
  'two clerks with the same order: the second is told that it is done',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);
    await buy(buyer, shop, email, 'Nami');
    const clerks = [
      await visitor({ width: 1280 }),
      await visitor({ width: 390, expected: /^Erro ao enviar links/ }),
    ];
    for (const clerk of clerks) {
      await signIn(clerk, shop, shop.staff);
      await clerk.goto(`${shop.url}/admin`);
      await clerk
        .locator('tr, li, article')
        .filter({ hasText: email, has: clerk.getByRole('button', { name: 'Enviar Links' }) })
        .last()
        .getByRole('button', { name: 'Enviar Links' })
        .click();
      await clerk
        .getByRole('dialog')
        .getByRole('textbox')
        .first()
        .fill('https://arquivos.exemplo.com/nami.zip');
    }
    await clerks[0]!.getByRole('button', { name: 'Enviar Links e Concluir' }).click();
    await expect(clerks[0]!.getByText('Links enviados!')).toBeVisible();
    await clerks[1]!.getByRole('button', { name: 'Enviar Links e Concluir' }).click();
    await expect(clerks[1]!.getByText(/este pedido já foi concluído/i).first()).toBeVisible();
  },
);

test(
  'whoever is no staff is led away from the panel, and its calls refuse them',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const visitorPage = await visitor();
    await visitorPage.goto(`${shop.url}/admin`);
    expect(new URL(visitorPage.url()).pathname).not.toContain('/admin');
    const buyer = await visitor();
    await signUp(buyer, shop);
    await buyer.goto(`${shop.url}/admin`);
    await buyer.waitForURL(`${shop.url}/`);
    await expect(buyer.getByRole('link', { name: 'STAFF' })).toHaveCount(0);
    const call = await buyer.request.get(`${shop.url}/api/admin/orders`);
    expect(call.status()).toBe(403);
    expect((await visitorPage.request.get(`${shop.url}/api/admin/orders`)).status()).toBe(401);
  },
);

test(
  "one customer's order and payment do not exist for another",
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const owner = await visitor();
    const { email } = await signUp(owner, shop);
    await openSkin(owner, shop, 'notivaga');
    await owner.getByRole('button', { name: 'Comprar agora' }).click();
    const created = owner.waitForResponse('**/api/create-pix-payment');
    await fillPaymentForm(owner, email);
    const { order, payment } = (await (await created).json()) as {
      order: { id: string };
      payment: { id: string };
    };

    const stranger = await visitor();
    await signUp(stranger, shop);
    expect((await stranger.request.get(`${shop.url}/api/payments/${payment.id}`)).status()).toBe(404);
    expect((await stranger.request.get(`${shop.url}/api/payments/${payment.id}/qr-code`)).status()).toBe(404);
    const page = await stranger.goto(
      `${shop.url}/pagamento-pix?orderId=${order.id}&amount=1&description=barato`,
    );
    expect(page?.status()).toBe(404);
    await expect(stranger.getByText(/não encontrado/i).first()).toBeVisible();

    await owner.goto(`${shop.url}/pagamento-pix?orderId=${order.id}&amount=1&description=barato`);
    await expect(owner.getByText('R$ 15,00').first()).toBeVisible();
    await expect(owner.getByText('R$ 1,00')).toHaveCount(0);
  },
);
