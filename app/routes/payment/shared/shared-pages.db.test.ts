import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailGiftJob } from '#jobs/mails/mail-gift.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { skinsOf } from '#test/purchases.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';

let shop: TestContext;
let app: OpenApp;
type Person = Awaited<ReturnType<OpenApp['signUp']>>;
let [buyer, friend, other]: Person[] = [];
beforeAll(async () => {
  shop = await createTestContext();
  app = await openApp(shop);
  [buyer, friend, other] = [await app.signUp('bia'), await app.signUp('caio'), await app.signUp('duda')];
});
beforeEach(() => shop.forget());
afterAll(() => shop.close());

/** Nobody but the buyer and staff may read any of these. */
const PRIVATE = {
  name: 'Sobrenome-Secreto',
  email: 'bia-do-pagamento@exemplo.com',
  cellphone: '11987654321',
  taxId: '52998224725',
};
const RECEIVER = 'amiga@exemplo.com';
let position = 0;

async function send(path: string, person: Person | undefined, init: RequestInit & { json?: unknown } = {}) {
  const { json, ...rest } = init;
  const headers = {
    Origin: app.url,
    ...(person ? { Cookie: person.cookie } : {}),
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const answer = await app.ask(path, {
    method: 'POST',
    headers,
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...rest,
  });
  return { status: answer.status, answer, text: await answer.text() };
}
const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields) });

async function order(extra: Record<string, unknown> = {}) {
  const [skin] = skinsOf(shop.ctx, position++);
  const customer = { ...PRIVATE, name: `Bia ${PRIVATE.name}` };
  const made = await send('/api/create-pix-payment', buyer, { json: { skinData: skin, customer, ...extra } });
  expect(made.status, made.text).toBe(201);
  const { payment, order } = JSON.parse(made.text) as {
    payment: { id: string; pixCode: string };
    order: { id: string };
  };
  const skinName = shop.ctx.catalog.current().findSkin(skin!.sku)!.name;
  return { orderId: order.id, chargeId: payment.id, pixCode: payment.pixCode, skinName };
}

async function pay(chargeId: string): Promise<void> {
  await shop.simulator.pay(chargeId);
  await checkCharge(shop.ctx, chargeId);
}

async function share(orderId: string, person = buyer) {
  const shared = await send(`/api/orders/${orderId}/share`, person);
  const { url } = JSON.parse(shared.text) as { url?: string };
  return { status: shared.status, path: url?.replace(app.url, '') ?? '' };
}

/** The page and the data that the router fetches, as somebody without an account reads them. */
async function look(path: string) {
  const page = await app.ask(path);
  const inData = await app.ask(`${path}.data`);
  return { status: page.status, headers: page.headers, text: (await page.text()) + (await inData.text()) };
}

function expectPrivate({ headers, text }: { headers: Headers; text: string }, ...more: string[]): void {
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('cache-control')).toContain('no-store');
  for (const secret of [...Object.values(PRIVATE), buyer!.email, buyer!.id, ...more]) {
    expect(text).not.toContain(secret);
  }
}

test('whoever has the address sees skins, sum, code, seller and a first name, and nothing else of the buyer', async () => {
  const { orderId, chargeId, pixCode, skinName } = await order({
    gift: { email: RECEIVER, message: 'Para você' },
  });
  const { path } = await share(orderId);
  expect((await share(orderId)).path).toBe(path);
  const open = await look(path);
  expect(open.status).toBe(200);
  for (const part of ['Bia', pixCode, 'R$', skinName, 'Quem vende: <!-- -->Fulgor'])
    expect(open.text).toContain(part);
  expectPrivate(open, orderId, chargeId, RECEIVER, 'Para você');
  // Whoever pays is led nowhere else: what the law asks for opens beside the page.
  const links = [...(await (await app.ask(path)).text()).matchAll(/<a [^>]*>/g)].map(([link]) => link);
  expect(links.map((link) => /href="([^"]+)"/.exec(link)?.[1])).toEqual(['/privacidade', '/termos']);
  expect(links.every((link) => link.includes('target="_blank"'))).toBe(true);
  await pay(chargeId);
  const paid = await look(path);
  for (const part of ['Pagamento Confirmado!', 'Pedido pago', 'R$', 'Fulgor'])
    expect(paid.text).toContain(part);
  expectPrivate(paid, orderId, chargeId, pixCode, skinName, 'Bia', RECEIVER);
});

test('the page of whoever pays names the seller with the document, without address and phone beside the sum', async () => {
  const { orderId } = await order();
  const { path } = await share(orderId);
  const before = shop.ctx.settings.seller;
  shop.ctx.settings.seller = {
    name: 'Loja Exemplo Ltda',
    document: '11222333000181',
    address: 'Rua das Skins, 1',
    email: 'vendas@exemplo.com',
    phone: '11999990000',
  };
  try {
    expect((await look(path)).text).toContain(
      'Quem vende: <!-- -->Loja Exemplo Ltda · CNPJ 11.222.333/0001-81</p>',
    );
  } finally {
    shop.ctx.settings.seller = before;
  }
});

test('the buyer sees in the orders and beside the code that a link is live, until it is ended or the order is', async () => {
  const { orderId, chargeId } = await order();
  const seen = async () => {
    const read = async (path: string) => {
      const html = await (await app.ask(path, { headers: { Cookie: buyer!.cookie } })).text();
      return html.replaceAll(/<[^>]*>/g, '').includes(`Encerrar link do pedido #${orderId.slice(0, 8)}`);
    };
    return [await read('/dashboard/pedidos'), await read(`/pagamento-pix?orderId=${orderId}`)];
  };
  expect(await seen()).toEqual([false, false]);
  const { path } = await share(orderId);
  expect(await seen()).toEqual([true, true]);
  await send(`/api/orders/${orderId}/share`, buyer, { method: 'DELETE' });
  expect(await seen()).toEqual([false, false]);
  expect((await look(path)).text).toContain('quem o fez encerrou o link');
  await share(orderId);
  await pay(chargeId);
  expect(await seen()).toEqual([false, false]);
});

test('only the buyer shares an order, takes the address back, and it dies with the order', async () => {
  const { orderId } = await order();
  expect((await share(orderId, other)).status).toBe(404);
  expect((await send(`/api/orders/${orderId}/share`, undefined)).status).toBe(401);
  const { path } = await share(orderId);
  expect((await send(`/api/orders/${orderId}/share`, other, { method: 'DELETE' })).status).toBe(404);
  expect((await look(path)).status).toBe(200);
  expect((await send(`/api/orders/${orderId}/share`, buyer, { method: 'DELETE' })).status).toBe(200);
  expect((await look(path)).status).toBe(404);
  const { path: again } = await share(orderId);
  expect(again).not.toBe(path);
  expect((await send(`/api/orders/${orderId}/cancel`, buyer)).status).toBe(200);
  expect((await look(again)).status).toBe(404);
  expect((await share(orderId)).status).toBe(409);
});

test('once the code has expired, whoever has the address has a new one made, a few times', async () => {
  const { orderId, pixCode } = await order();
  const { path } = await share(orderId);
  shop.passSeconds(3601);
  expect((await look(path)).text).not.toContain(pixCode);
  expect((await send(path, undefined, form({}))).status).toBe(302);
  const { pix_code } = await shop.ctx.db
    .selectFrom('charges')
    .select('pix_code')
    .where('order_id', '=', orderId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  expect((await look(path)).text).toContain(pix_code);
  const answers = [];
  for (let n = 0; n < 6; n++) answers.push((await send(path, undefined, form({}))).status);
  expect(answers.at(-1)).toBe(429);
});

async function giveTo(message = 'Feliz aniversário!') {
  const placed = await order({ gift: { email: RECEIVER, message } });
  await pay(placed.chargeId);
  const { id } = await shop.ctx.db
    .selectFrom('gifts')
    .select('id')
    .where('order_id', '=', placed.orderId)
    .executeTakeFirstOrThrow();
  await mailGiftJob.run(shop.ctx, { giftId: id }, 'gift');
  const mail = shop.mails.findLast(({ to }) => to === RECEIVER);
  const path = /\/presente\/[\w-]{22}/.exec(mail?.text ?? '')?.[0] ?? '';
  return { ...placed, path };
}

test('the gift page names the giver by the first name, and one tap after sign-in makes the skin theirs', async () => {
  const { orderId, chargeId, path } = await giveTo();
  const page = await look(path);
  for (const part of ['Bia deu uma skin para você!', 'Feliz aniversário!', 'Criar conta ou entrar']) {
    expect(page.text).toContain(part);
  }
  expectPrivate(page, orderId, chargeId, RECEIVER, 'priceCents', 'R$');
  const led = await send(path, undefined, form({}));
  expect([led.status, led.answer.headers.get('location')]).toEqual([
    302,
    `/auth?modo=cadastro&voltar=${encodeURIComponent(path)}`,
  ]);
  const signUp = await look(led.answer.headers.get('location')!.replace('/auth?', '/auth?'));
  expect(signUp.text).toContain('Um presente espera por você:');
  expect(signUp.text).toContain('Crie sua conta');
  const taken = await send(path, friend, form({}));
  expect([taken.status, taken.answer.headers.get('location')]).toEqual([302, '/dashboard/colecao']);
  const api = `/api${path.replace('presente', 'gifts')}/claim`;
  expect(await send(api, friend, { json: {} })).toMatchObject({ status: 200 });
  const refused = await send(api, other, { json: {} });
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([409, { error: { code: 'claimed' } }]);
  expect((await look(path)).text).toContain('já foi aberto');
  const collection = await app.ask('/api/collection', { headers: { Cookie: friend!.cookie } });
  expect(await collection.json()).toHaveLength(1);
});

test('a gift that its buyer asks back says so, and has no button that would be refused', async () => {
  const { orderId, path } = await giveTo();
  const asFriend = async () => (await app.ask(path, { headers: { Cookie: friend!.cookie } })).text();
  expect(await asFriend()).toContain('Abrir meu presente');
  expect((await send(`/api/orders/${orderId}/withdrawal`, buyer)).status).toBe(200);
  const page = await asFriend();
  expect(page).toContain('Este presente não pode ser aberto agora');
  expect(page).not.toContain('Abrir meu presente');
  expect((await send(path, friend, form({}))).text).toContain('a equipe ou o banco ainda decide sobre isso');
});

test('who has the skin chooses another one on the page', async () => {
  const { path } = await giveTo();
  const [skin] = skinsOf(shop.ctx, position - 1);
  const bought = await send('/api/create-pix-payment', friend, {
    json: { skinData: skin, customer: { ...PRIVATE, name: 'Caio Teste' } },
  });
  await pay((JSON.parse(bought.text) as { payment: { id: string } }).payment.id);
  const read = async (address: string) =>
    (await app.ask(address, { headers: { Cookie: friend!.cookie } })).text();
  const html = await read(path);
  expect(html).toContain('Escolha outra no lugar de');
  const chosen = /name="escolha" value="([^"]+)"/.exec(html)?.[1] ?? '';
  // One stray tap is none.
  const asked = await read(`${path}?escolha=${chosen}`);
  expect(asked).toContain('Não dá para trocar depois.');
  const instead = /name="instead" value="([^"]+)"/.exec(asked)?.[1] ?? '';
  expect(instead).toBe(chosen);
  expect((await send(path, friend, form({ instead }))).status).toBe(302);
  const [entry] = (await (
    await app.ask('/api/collection', { headers: { Cookie: friend!.cookie } })
  ).json()) as { champion_id: string; skin_num: number }[];
  expect(`${entry?.champion_id}_${entry?.skin_num}`).toBe(instead);
});

test.each([
  ['an address that is none', { email: 'amiga', message: null }, 'invalid_gift'],
  ['a message with a link', { email: RECEIVER, message: 'veja golpe.com' }, 'invalid_gift'],
  ['a message too long', { email: RECEIVER, message: 'a'.repeat(201) }, 'invalid_gift'],
])('refused: %s', async (_, gift, code) => {
  const [skin] = skinsOf(shop.ctx, position);
  const customer = { ...PRIVATE, name: 'Bia Teste' };
  const refused = await send('/api/create-pix-payment', buyer, { json: { skinData: skin, customer, gift } });
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([422, { error: { code } }]);
});

test('refused: a gift of two skins', async () => {
  const customer = { ...PRIVATE, name: 'Bia Teste' };
  const cartItems = skinsOf(shop.ctx, position, position + 1);
  const gift = { email: RECEIVER };
  const refused = await send('/api/create-pix-payment', buyer, { json: { cartItems, customer, gift } });
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    422,
    { error: { code: 'gift_of_one_skin' } },
  ]);
});
