import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestApi } from '#test/visitor/call-api.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { skinsOf } from '#test/purchases.ts';
import { readBrCode } from '#test/providers/read-br-code.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

const customer = {
  name: 'Bruna Teste',
  email: 'bruna@exemplo.com',
  cellphone: '(11) 98765-4321',
  taxId: '529.982.247-25',
};

function post(userId: string | null, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return requestApi(shop.ctx, userId, 'POST /api/create-pix-payment', body, headers);
}

/** For tests that send more than any person does. */
const forgetAllTries = () => shop.ctx.db.deleteFrom('rate_limits').execute();

const skin = (position: number) => skinsOf(shop.ctx, position)[0]!;

// shows: threat 5, spec 3.6, spec 7.3
test('a purchase is answered as the contract says, with a code for exactly R$ 15,00', async () => {
  const userId = await shop.createUser();
  const body = {
    amount: 15,
    expiresIn: 3600,
    description: 'x',
    skinData: skin(0),
    customer,
    metadata: { externalId: 'a' },
  };
  const created = await post(userId, body, { 'idempotency-key': 'k' });
  expect(created.status).toBe(201);
  const answer = (await created.json()) as Record<string, any>;
  expect(answer).toEqual({
    payment: {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'pending',
      amount: 15,
      pixCode: expect.any(String),
      qrCodeBase64: expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo/),
      qrCodeUrl: `/api/payments/${answer.payment.id}/qr-code`,
      expiresAt: expect.stringMatching(/Z$/),
    },
    order: { id: expect.any(String), status: 'awaiting_payment' },
  });
  expect(readBrCode(answer.payment.pixCode).amountCents).toBe(1500);

  const again = await post(userId, body, { 'idempotency-key': 'k' });
  expect(again.status).toBe(200);
  expect(await again.json()).toEqual(answer);

  // Who has paid reads that, whatever the skin costs by now.
  await shop.simulator.pay(answer.payment.id);
  await requestApi(shop.ctx, userId, `POST /api/payments/${answer.payment.id}`);
  const priced = (price: number) => ({ ...body, skinData: { ...skin(0), price } });
  const repeat = (price: number, key: string) => post(userId, priced(price), { 'idempotency-key': key });
  expect((await repeat(14, 'other')).status).toBe(422);
  const paid = await repeat(14, 'k');
  expect([paid.status, ((await paid.json()) as any).payment.status]).toEqual([200, 'paid']);
});

// shows: spec 5.2, spec 6.2
test('without a session nothing is created', async () => {
  const answer = await post(null, { skinData: skin(0), customer });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({
    error: {
      code: 'unauthenticated',
      message: 'Você precisa estar logado para fazer um pagamento',
      requestId: 'test-request',
    },
  });
});

// shows: spec 3.5, spec 5.3
test('each wrong field of the customer is named with the sentence of the spec', async () => {
  const userId = await shop.createUser();
  const wrong = { name: 'Jo', email: 'x@y', cellphone: '123', taxId: '111.111.111-11' };
  const answer = await post(userId, { skinData: skin(0), customer: wrong });
  expect(answer.status).toBe(422);
  expect(((await answer.json()) as any).error.fields).toEqual({
    name: 'Nome deve ter no mínimo 3 caracteres',
    email: 'Email inválido',
    cellphone: 'Telefone inválido',
    taxId: 'CPF/CNPJ inválido',
  });
});

test('a skin is bought by its key, and not by one that contradicts its address', async () => {
  const userId = await shop.createUser();
  const { championId, skinNum } = skin(0);
  const sku = `lol:${championId}:${skinNum}`;
  const statuses = [];
  for (const named of [
    { sku: 'x' },
    { sku, skinNum: skinNum + 1 },
    { skinNum },
    { sku },
    { ...skin(0), sku },
  ])
    statuses.push((await post(userId, { skinData: named, amount: 15, customer })).status);
  expect(statuses).toEqual([422, 422, 400, 201, 200]);
  const list = await requestApi(shop.ctx, userId, 'GET /api/orders');
  const [order] = (await list.json()) as { order_items: object[] }[];
  expect(order?.order_items).toMatchObject([{ champion_id: championId, skin_num: skinNum, sku }]);
});

test('what no catalogue can have is refused as what this one has not', async () => {
  const userId = await shop.createUser();
  for (const skinData of [
    { championId: 'Ninguem', skinNum: 1 },
    { championId: '../etc', skinNum: 1 },
    { sku: 'file:pacotes:arma_7.b' },
  ]) {
    const answer = await post(userId, { skinData, amount: 15, customer });
    expect([answer.status, ((await answer.json()) as any).error.code]).toEqual([422, 'unknown_skin']);
  }
});

test('a price from the browser that is not the price stops the call', async () => {
  const userId = await shop.createUser();
  const bodies = [
    { amount: 0.01, skinData: skin(0) },
    { amount: 15.001, skinData: skin(0) },
    { amount: -15, skinData: skin(0) },
    { amount: 0, skinData: skin(0) },
    { amount: 1e21, skinData: skin(0) },
    { amount: 30, cartItems: [{ ...skin(0), price: 15 }] },
    { amount: 15, cartItems: [{ ...skin(0), price: 0.01 }] },
  ];
  for (const body of bodies) {
    const answer = await post(userId, { ...body, customer });
    expect([answer.status, ((await answer.json()) as any).error.code]).toEqual([422, 'price_mismatch']);
  }
  expect(await shop.ctx.db.selectFrom('orders').select('id').where('user_id', '=', userId).execute()).toEqual(
    [],
  );
});

test('an order that is taken up again for another total gets no code', async () => {
  const userId = await shop.createUser();
  const { order } = (await (await post(userId, { amount: 15, skinData: skin(5), customer })).json()) as any;
  const codes = () =>
    shop.ctx.db.selectFrom('charges').selectAll().where('order_id', '=', order.id).execute();
  const before = await codes();
  shop.passSeconds(3601);
  const answer = await post(userId, { orderId: order.id, amount: 14.99 });
  expect([answer.status, ((await answer.json()) as any).error.code]).toEqual([422, 'price_mismatch']);
  expect(await codes()).toEqual(before);
  expect((await post(userId, { orderId: order.id, amount: 15 })).status).toBe(201);
});

test('malformed is 400, and nobody gets a 500 for what they sent', async () => {
  const userId = await shop.createUser();
  for (const raw of [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"amount":"15"}',
    '{"skinData":5}',
    '{"cartItems":{}}',
    '{"orderId":"1"}',
  ]) {
    expect((await post(userId, raw)).status).toBe(400);
  }
  expect((await post(userId, { skinData: skin(0), cartItems: [], customer })).status).toBe(400);
});

// shows: threat 2
test('a free charge takes its amount within the bounds and is an order without items', async () => {
  const userId = await shop.createUser();
  for (const amount of [0, 0.99, 5000.01, 12.345, -3]) {
    expect((await post(userId, { amount, description: 'Vaquinha', customer })).status).toBe(422);
  }
  expect((await post(userId, { customer })).status).toBe(422);
  const answer = await post(userId, { amount: 12.34, description: 'Vaquinha', customer });
  expect(answer.status).toBe(201);
  const { payment } = (await answer.json()) as any;
  expect(readBrCode(payment.pixCode).amountCents).toBe(1234);
});

// shows: threat 8
test('a stranger finds neither the order nor the payment of somebody else', async () => {
  const owner = await shop.createUser();
  const stranger = await shop.createUser();
  const { payment, order } = (await (await post(owner, { skinData: skin(1), customer })).json()) as any;
  const get = (userId: string | null) => requestApi(shop.ctx, userId, `GET /api/payments/${payment.id}`);
  const { id, status, amount, expiresAt } = payment;
  expect(await (await get(owner)).json()).toEqual({ id, status, amount, expiresAt, paidAt: null });
  expect((await get(stranger)).status).toBe(404);
  expect((await get(null)).status).toBe(401);
  for (const orderId of [order.id, '11111111-1111-1111-1111-111111111111'])
    expect((await post(stranger, { orderId, customer })).status).toBe(404);
  const list = await requestApi(shop.ctx, stranger, 'GET /api/orders');
  expect(await list.json()).toEqual([]);
});

// shows: threat 1
test('whatever the body, a skin purchase is charged the sum of the server prices or not at all', async () => {
  const userId = await shop.createUser();
  const known = fc.integer({ min: 2, max: 40 }).map((position) => skin(position));
  const anySkin = fc.oneof(
    { weight: 6, arbitrary: known },
    fc.record({ championId: fc.string({ maxLength: 12 }), skinNum: fc.integer({ min: -2, max: 999 }) }),
  );
  const money = fc.oneof(fc.constantFrom(15, 30, 45), fc.double(), fc.integer());
  const rightOr = (right: number) =>
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(undefined, right) }, money);
  const item = fc
    .tuple(anySkin, rightOr(15))
    .map(([each, price]) => ({ ...each, ...(price === undefined ? {} : { price }) }));
  const body = fc.record(
    {
      amount: fc.oneof({ weight: 3, arbitrary: fc.constant('right' as const) }, rightOr(15)),
      expiresIn: fc.oneof({ weight: 4, arbitrary: fc.constant(3600) }, fc.double()),
      description: fc.string(),
      cartItems: fc.array(item, { maxLength: 4 }),
      total: money,
      total_cents: fc.integer(),
      user_id: fc.uuid(),
      status: fc.constant('completed'),
      metadata: fc.dictionary(fc.string(), fc.jsonValue()),
    },
    { requiredKeys: ['cartItems'] },
  );
  let charged = 0;
  await fc.assert(
    fc.asyncProperty(body, async (random) => {
      const distinct = new Set(random.cartItems.map((each) => `${each.championId}_${each.skinNum}`)).size;
      const amount = random.amount === 'right' ? distinct * 15 : random.amount;
      await forgetAllTries();
      const answer = await post(userId, { ...random, amount, customer });
      expect(answer.status).toBeLessThan(500);
      if (!answer.ok) return;
      charged++;
      const { payment } = (await answer.json()) as any;
      expect(payment.amount).toBe(distinct * 15);
      expect(readBrCode(payment.pixCode).amountCents).toBe(distinct * 1500);
    }),
    { numRuns: 150 },
  );
  // A run in which nothing was ever charged would prove nothing.
  expect(charged).toBeGreaterThan(10);
});

// shows: threat 2
test('no JSON of any shape brings a 5xx', async () => {
  const userId = await shop.createUser();
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.string({ maxLength: 30 }), async (body, key) => {
      const headers = /^[\x20-\x7e]+$/.test(key) ? { 'idempotency-key': key } : {};
      await forgetAllTries();
      expect((await post(userId, JSON.stringify(body), headers)).status).toBeLessThan(429);
    }),
    { numRuns: 300 },
  );
});

test('an account that hammers is told to wait, and a whole carrier that buys at once is not', async () => {
  await forgetAllTries();
  shop.stopClock();
  const hammer = await shop.createUser();
  const statuses: number[] = [];
  for (let n = 0; n < 100; n++) statuses.push((await post(hammer, {})).status);
  expect(new Set(statuses)).toEqual(new Set([422]));
  const refused = await post(hammer, {});
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 6]);
  expect(await refused.json()).toMatchObject({
    error: { code: 'too_many_requests', message: 'Muitas tentativas. Tente de novo em 1 minuto.' },
  });
  // Forty buyers behind the same address, each with a purchase and a repeated click.
  const buyers = await Promise.all(Array.from({ length: 40 }, () => shop.createUser()));
  const body = { amount: 15, skinData: skin(0), customer };
  const answers = await Promise.all(buyers.flatMap((buyer) => [post(buyer, body), post(buyer, body)]));
  expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
});
