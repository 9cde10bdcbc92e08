import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderMails } from '#jobs/mails/order-mails.ts';
import { loader as printReceipt } from '#app/endpoints/files/receipt.ts';
import { cancelOwnOrder } from '#shop/orders/cancel-order.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { readStaffOrder } from '#shop/orders/read-staff-order.ts';
import { auditSentence } from '#app/routes/admin/audit/audit-words.ts';
import type { AuditLine } from '#shop/audit/list-audit.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { customer, skinsOf } from '#test/purchases.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader as printEvidence } from '../orders/order-evidence.ts';
import { loader as ordersCsv } from '../orders/orders-csv.ts';
import { loader as salesCsv } from './sales-csv.ts';

let shop: TestContext;
let owner: string;
beforeAll(async () => {
  shop = await createTestContext({ gateway: (_clock, simulator) => simulator });
  owner = await createClerk(shop);
});
afterAll(() => shop.close());

const checkOut = (userId: string, body: object) =>
  callApi(shop.ctx, userId, 'POST /api/create-pix-payment', body);

async function ask(
  handler: (args: never) => unknown,
  userId: string | null,
  {
    body,
    method = body ? 'POST' : 'GET',
    params = {},
  }: { body?: object; method?: string; params?: object } = {},
): Promise<{ status: number; body: any; text: string }> {
  const request = new Request('http://localhost:3000/', {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json' },
  });
  const answer = (await callRoute(handler, {
    request,
    params: params as Record<string, string>,
    context: contextFor(shop.ctx, userId),
  })) as Response;
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, text, body: isJson ? JSON.parse(text) : null };
}
const create = (body: object) => callApi(shop.ctx, owner, 'POST /api/admin/coupons', body);
const list = () => callApi(shop.ctx, owner, 'GET /api/admin/coupons');
const pairs = (...positions: number[]) =>
  skinsOf(shop.ctx, ...positions).map(({ championId, skinNum }) => [championId, skinNum]);

// shows: threat 80
test('staff make, change and switch off a coupon, and the log says who did', async () => {
  const made = await create({
    code: 'ana10',
    percent: 10,
    valid_from: '2026-01-01',
    valid_to: '2198-12-31',
    creator: ' Ana ',
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      code: 'ANA10',
      percent: 10,
      amount: null,
      valid_from: '2026-01-01T03:00:00.000Z',
      valid_to: '2199-01-01T03:00:00.000Z',
      max_uses: null,
      max_per_person: null,
      min_total: null,
      champion_id: null,
      creator: 'Ana',
      active: true,
      uses: 0,
    },
  });
  expect(await create({ code: 'ANA10', amount: 5 })).toMatchObject({
    status: 409,
    body: { error: { code: 'code_taken' } },
  });
  const patch = (body: object, code = 'ANA10') =>
    callApi(shop.ctx, owner, `PATCH /api/admin/coupons/${encodeURIComponent(code)}`, body);
  expect(await patch({ amount: 7.5, max_uses: 3 })).toMatchObject({
    status: 200,
    body: { percent: null, amount: 7.5, max_uses: 3, creator: 'Ana' },
  });
  expect(await patch({ percent: 20, max_uses: null, active: false })).toMatchObject({
    body: { percent: 20, amount: null, max_uses: null, active: false },
  });
  expect((await list()).body).toHaveLength(1);
  expect(await patch({ active: true }, 'NINGUEM')).toMatchObject({ status: 404 });
  expect(await patch({ active: true }, 'A\0B')).toMatchObject({ status: 404 });
  const log = await shop.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'subject_id', 'details'])
    .orderBy('id')
    .execute();
  const name = 'ANA10';
  expect(log.filter(({ action }) => action.startsWith('coupon.'))).toEqual([
    { action: 'coupon.created', subject_id: name, details: { name } },
    {
      action: 'coupon.updated',
      subject_id: name,
      details: {
        name,
        changes: {
          percent: { from: 10, to: null },
          amount_cents: { from: null, to: 750 },
          max_uses: { from: null, to: 3 },
        },
      },
    },
    {
      action: 'coupon.deactivated',
      subject_id: name,
      details: {
        name,
        changes: {
          percent: { from: null, to: 20 },
          amount_cents: { from: 750, to: null },
          max_uses: { from: 3, to: null },
        },
      },
    },
  ]);
  const said = auditSentence({
    action: 'coupon.updated',
    details: log.find(({ action }) => action === 'coupon.updated')!.details as Record<string, unknown>,
    subjectType: 'coupon',
    subjectId: name,
  } as AuditLine);
  expect(said.replaceAll('\u00a0', ' ')).toBe(
    'alterou o cupom: ANA10, percentual de 10 % para nada; valor de nada para R$ 7,50; usos de nada para 3',
  );
});

test.each([
  [{ code: 'x', percent: 10 }, 'code'],
  [{ code: 'ação', percent: 10 }, 'code'],
  [{ code: 'NADA' }, 'percent'],
  [{ code: 'AMBOS', percent: 10, amount: 5 }, 'percent'],
  [{ code: 'CENTO', percent: 101 }, 'percent'],
  [{ code: 'MEIO', percent: 1.5 }, 'percent'],
  [{ code: 'FINO', amount: 1.005 }, 'amount'],
  [{ code: 'ZERO', amount: 0 }, 'amount'],
  [{ code: 'USOS', percent: 5, max_uses: 0 }, 'max_uses'],
  [{ code: 'DATA', percent: 5, valid_to: '2026-02-30' }, 'valid_to'],
  [{ code: 'VOLTA', percent: 5, valid_from: '2026-02-02', valid_to: '2026-02-01' }, 'valid_to'],
  [{ code: 'QUEM', percent: 5, champion_id: 'Ninguem' }, 'champion_id'],
])('%j is refused at %s', async (body, field) => {
  const refused = await create(body);
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'invalid' } } });
  expect(Object.keys(refused.body.error.fields)).toContain(field);
});

test('a code is quoted, bought with, mailed, counted and refunded at its share', async () => {
  await create({ code: 'CRIADORA', amount: 10, creator: 'Ana' });
  const userId = await shop.createUser();
  const items = pairs(0, 1);
  const quoted = await callApi(shop.ctx, null, 'POST /api/quote', { items, coupon: 'criadora' });
  expect(quoted).toMatchObject({
    status: 200,
    body: { discount: 10, total: 20, coupon: { code: 'CRIADORA', reason: null } },
  });
  const [champion_id, skin_num] = items[0]!;
  const sku = `lol:${champion_id}:${skin_num}`;
  expect(quoted.body.items[0]).toEqual({ champion_id, skin_num, sku, price: 15 });
  const byKey = { items: [sku, ...items.slice(1)], coupon: 'criadora' };
  expect(await callApi(shop.ctx, null, 'POST /api/quote', byKey)).toEqual(quoted);
  expect((await callApi(shop.ctx, null, 'POST /api/quote', { items })).body).toMatchObject({
    discount: 0,
    total: 30,
    coupon: null,
  });
  expect(
    (await callApi(shop.ctx, userId, 'POST /api/quote', { items, coupon: 'ERRADO' })).body,
  ).toMatchObject({
    discount: 0,
    total: 30,
    coupon: {
      code: 'ERRADO',
      reason: 'unknown',
      message: expect.stringMatching(/^Não encontramos este cupom/),
    },
  });

  const cartItems = skinsOf(shop.ctx, 0, 1);
  const buy = (coupon: string, amount: number) => checkOut(userId, { cartItems, amount, coupon, customer });
  expect(await buy('ERRADO', 30)).toMatchObject({ status: 422, body: { error: { code: 'unknown' } } });
  expect(await buy('CRIADORA', 30)).toMatchObject({
    status: 422,
    body: { error: { code: 'price_mismatch' } },
  });
  const free = await checkOut(userId, { amount: 20, coupon: 'CRIADORA', customer });
  expect(free).toMatchObject({ status: 422, body: { error: { code: 'champion' } } });
  const bought = await buy('CRIADORA', 20);
  expect(bought).toMatchObject({ status: 201, body: { payment: { amount: 20 } } });
  const orderId: string = bought.body.order.id;
  const orderOf = async () => (await callApi(shop.ctx, userId, 'GET /api/orders')).body[0];
  expect(await orderOf()).toMatchObject({ discount: 10, coupon: 'CRIADORA', total_amount: 20 });
  expect((await orderOf()).order_items).toMatchObject([
    { price: 15, paid: 0 },
    { price: 15, paid: 0 },
  ]);
  await shop.simulator.pay(bought.body.payment.id);
  await checkCharge(shop.ctx, bought.body.payment.id);
  const [first, second] = (await orderOf()).order_items;
  expect(first).toMatchObject({ price: 15, paid: 10 });
  const params = { id: orderId };
  const printed = [await ask(printReceipt, userId, { params }), await ask(printEvidence, owner, { params })];
  for (const { text } of printed) {
    expect(text.replaceAll(/<[^>]+>|\u00a0/g, ' ')).toMatch(
      /Desconto \(cupom CRIADORA\) +-R\$ 10,00 +Total +R\$ 20,00/,
    );
  }
  const refundable = async () => (await readStaffOrder(shop.ctx, orderId))?.refundable;
  expect(await refundable()).toMatchObject([
    { id: first.id, paidCents: 1000 },
    { id: second.id, paidCents: 1000 },
  ]);

  await orderMails['mail-payment-confirmed'].run(shop.ctx, { orderId }, 'receipt');
  const receipt = shop.mails.find(({ id }) => id === 'receipt');
  expect(receipt?.text).toContain('Desconto (cupom CRIADORA): -R$ 10,00\nTotal: R$ 20,00');
  expect(receipt?.html).toContain('Desconto (cupom CRIADORA)');

  const back = await callApi(shop.ctx, owner, `POST /api/admin/orders/${orderId}/refunds`, {
    confirmation: orderId.slice(0, 8),
    reason: 'não abriu',
    item_ids: [first.id],
  });
  expect(back.status).toBe(201);
  expect(await refundable(), 'once, while the money is on its way').toMatchObject([{ id: second.id }]);
  await shop.settled();
  await orderMails['mail-refund'].run(
    shop.ctx,
    { refundId: back.body.refund.id, news: 'finished' },
    'refund',
  );
  const told = shop.mails.find(({ id }) => id === 'refund')?.text;
  expect(told).toContain('Devolvemos R$ 10,00');
  expect(told).toContain('O pedido saiu por R$ 20,00. Desconto (cupom CRIADORA): R$ 10,00.');
  expect(await orderOf()).toMatchObject({ refunded_amount: 10, is_refunded: false });

  expect((await callApi(shop.ctx, owner, 'GET /api/admin/numbers')).body.coupons).toEqual([
    { code: 'CRIADORA', creator: 'Ana', orders: 1, revenue: 20, discount: 10 },
  ]);
  expect((await list()).body[0]).toMatchObject({ code: 'CRIADORA', uses: 1 });
  expect((await ask(ordersCsv, owner)).text).toContain(';20,00;10,00;CRIADORA;10,00;');
  const sales = await ask(salesCsv, owner, { params: { code: 'criadora' } });
  const [head, line] = sales.text.replace(/^\ufeff/, '').split('\r\n');
  expect(head).toBe('order;paid_at;items;total;discount;refunded');
  expect(line).toMatch(new RegExp(`^${orderId.slice(0, 8)};.*;20,00;10,00;10,00$`));
  expect(sales.text).not.toMatch(/bruna|@/i);
  expect((await ask(salesCsv, owner, { params: { code: 'NINGUEM' } })).status).toBe(404);
});

test('a refused code says what is missing, in the cart and at checkout', async () => {
  const userId = await shop.createUser();
  const champion = shop.ctx.catalog.current().champions.find(({ id }) => id !== pairs(0)[0]?.[0]);
  const terms = [
    [
      { code: 'MINIMO', min_total: 31.5 },
      'min_total',
      'Faltam R$ 16,50: este cupom vale em compras a partir de R$ 31,50.',
    ],
    [
      { code: 'QUASE', min_total: 16 },
      'min_total',
      'Falta R$ 1,00: este cupom vale em compras a partir de R$ 16,00.',
    ],
    [
      { code: 'SODELE', champion_id: champion?.id },
      'champion',
      `Este cupom vale só para skins de ${champion?.name}.`,
    ],
    [
      { code: 'DEPOIS', valid_from: '2099-12-01T12:00:00Z' },
      'not_yet',
      'Este cupom vale a partir de 01/12/2099 09:00.',
    ],
  ] as const;
  for (const [term, reason, message] of terms) {
    expect((await create({ percent: 10, ...term })).status).toBe(201);
    const [pair] = pairs(0);
    const quoted = await callApi(shop.ctx, userId, 'POST /api/quote', {
      items: [pair, pair],
      coupon: term.code,
    });
    expect(quoted.body.coupon).toEqual({ code: term.code, reason, message });
    const body = { cartItems: skinsOf(shop.ctx, 0), coupon: term.code, customer };
    const refused = await checkOut(userId, body);
    expect(refused).toMatchObject({ status: 422, body: { error: { code: reason, message } } });
  }
});

test('a moment without an offset is UTC, wherever the server stands', async () => {
  const { TZ } = process.env;
  process.env.TZ = 'America/Sao_Paulo';
  const made = await create({ code: 'HORA', percent: 5, valid_from: '2026-01-01T12:00:00' });
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
  expect(made.body).toMatchObject({ valid_from: '2026-01-01T12:00:00.000Z' });
});

test('whoever holds a code in two unpaid orders reads which they are, and until when a cancelled one holds it', async () => {
  await create({ code: 'DUAS', percent: 10 });
  const userId = await shop.createUser();
  const buy = (position: number) =>
    checkOut(userId, { cartItems: skinsOf(shop.ctx, position), coupon: 'DUAS', customer });
  const sentence = async () => {
    const refused = await buy(2);
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'per_person' } } });
    const quoted = await callApi(shop.ctx, userId, 'POST /api/quote', { items: pairs(2), coupon: 'duas' });
    expect(quoted.body.coupon).toEqual({
      code: 'DUAS',
      reason: 'per_person',
      message: refused.body.error.message,
    });
    return refused.body.error.message;
  };
  const [first, second] = [(await buy(0)).body.order.id, (await buy(1)).body.order.id] as [string, string];
  const named = [first, second].map((id) => `#${id.slice(0, 8)}`).sort();
  const both = await sentence();
  expect(both).toMatch(
    /^Este cupom já está nos seus pedidos #\w{8} e #\w{8}, que esperam o pagamento: pague ou cancele um deles/,
  );
  expect(both.match(/#\w{8}/g).sort()).toEqual(named);
  // As at AbacatePay, which closes no code.
  const { cancel: close } = shop.simulator;
  shop.simulator.cancel = async () => ({ ok: false, reason: 'not_supported' });
  await cancelOwnOrder(shop.ctx, { userId, orderId: first });
  await shop.settled();
  shop.simulator.cancel = close;
  const one = await sentence();
  expect(one).toContain(`já está no seu pedido #${second.slice(0, 8)}, que espera o pagamento`);
  expect(one).toMatch(
    new RegExp(
      `O pedido #${first.slice(0, 8)} foi cancelado.* até (\\d\\d/\\d\\d/\\d{4} )?\\d\\d:\\d\\d\\.$`,
    ),
  );
});
