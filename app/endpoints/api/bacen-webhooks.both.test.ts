import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBacen } from '#gateways/bacen/create-bacen.ts';
import { manageWebhook, webhookAddress } from '#gateways/bacen/manage-webhook.ts';
import type { BankSettings } from '#gateways/bacen/open-api.ts';
import { startCharge } from '#shop/payments/charges/start-charge.ts';
import { sweepCharges } from '#shop/payments/charges/sweep-charges.ts';
import { sweepPayments } from '#shop/payments/money/sweep-payments.ts';
import { placeOrder } from '#shop/orders/place-order.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { startBacenServer, type BacenServer } from '#test/providers/bacen-server.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { makeCertificates } from '#test/providers/make-certificates.ts';
import { buy, checkOut, customer } from '#test/purchases.ts';
import { findDescription, startPrism } from '#test/providers/start-prism.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { action } from './webhooks.ts';

const KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const TOKEN = 'segredo-do-webhook-1234567890';
let bank: BacenServer;
let settings: BankSettings;
let shop: TestContext;
let httpServer: Server;
let serverUrl: string;
/** The status of every answer that the shop gave to a webhook. */
const answers: number[] = [];

beforeAll(async () => {
  const certificates = makeCertificates();
  const { ca, server, client } = certificates;
  let clock = () => new Date();
  bank = await startBacenServer({ chave: KEY, tls: { ...server, ca: ca.cert }, now: () => clock() });
  settings = {
    baseUrl: bank.apiUrl,
    tokenUrl: bank.tokenUrl,
    clientId: 'Client_Id_teste',
    clientSecret: 'Client_Secret_teste',
    tokenStyle: 'basic',
    scopes: 'cob.write cob.read pix.write pix.read',
    certificate: client,
    ca: ca.cert,
    extraQuery: {},
    extraHeaders: {},
    timeoutMs: 2_000,
  };
  shop = await createTestContext({
    gateway: (now) => {
      clock = now;
      const merchant = { merchantName: 'Fulgor', merchantCity: 'SAO PAULO' };
      return createBacen({ ...settings, ...merchant, chave: KEY, webhookToken: TOKEN, now });
    },
  });
  httpServer = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request = new Request(new URL(incoming.url ?? '/', 'http://localhost:3000'), {
      method: incoming.method ?? 'POST',
      body: Buffer.concat(chunks),
    });
    const context = contextFor(shop.ctx, null);
    const response = await callRoute(action, { request, params: { gateway: 'bacen' }, context });
    answers.push(response.status);
    outgoing.writeHead(response.status).end(await response.text());
  });
  await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
  serverUrl = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  answers.length = 0;
  await manageWebhook(settings, KEY).register(webhookAddress(serverUrl, TOKEN, 'query'));
});
afterAll(async () => {
  httpServer.close();
  await shop.close();
  await bank.close();
});

let position = 0;
async function newOrder() {
  const { orderId, charge } = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [position++ % shop.ctx.catalog.current().skins.length]),
  });
  const txid = charge.gateway_charge_id;
  if (!txid) throw new Error('The charge has no gateway id.');
  return { orderId, chargeId: charge.id, txid };
}

async function outcome(orderId: string) {
  await shop.settled();
  const order = await shop.ctx.db
    .selectFrom('orders')
    .select(['status', 'attention'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const refunds = await shop.ctx.db
    .selectFrom('refunds')
    .select(['reason', 'amount_cents', 'status'])
    .where('order_id', '=', orderId)
    .execute();
  const mails = (await shop.jobs()).filter(
    (job) => job.name === 'mail-payment-confirmed' && job.data.orderId === orderId,
  );
  return { ...order, refunds, mails: mails.length };
}

async function chargeOf(chargeId: string) {
  return shop.ctx.db.selectFrom('charges').selectAll().where('id', '=', chargeId).executeTakeFirstOrThrow();
}

const PAID_ONCE = { status: 'pending', attention: null, refunds: [], mails: 1 };
const UNPAID = { status: 'awaiting_payment', attention: null, refunds: [], mails: 0 };

test.each(['query', 'path'] as const)(
  'a Pix announced at the address with the token in its %s pays the order',
  async (place) => {
    const webhook = manageWebhook(settings, KEY);
    expect(await webhook.register(webhookAddress(serverUrl, TOKEN, place))).toEqual({ ok: true });
    expect(await webhook.show()).toMatchObject({ webhookUrl: webhookAddress(serverUrl, TOKEN, place) });
    const { orderId, txid } = await newOrder();
    expect(await bank.pay(txid)).toMatchObject({ webhookStatus: 200 });
    expect(await outcome(orderId)).toEqual(PAID_ONCE);
  },
);

test('a removed webhook is gone', async () => {
  const webhook = manageWebhook(settings, KEY);
  expect(await webhook.remove()).toEqual({ ok: true });
  expect(await webhook.show()).toBeNull();
  expect(await webhook.remove()).toEqual({ ok: false, detail: 'NaoEncontrado' });
});

test('a batch for two orders, delivered twenty times at once, pays each once', async () => {
  const orders = [await newOrder(), await newOrder()];
  const pix: unknown[] = [];
  for (const { txid } of orders) pix.push((await bank.pay(txid, { webhook: false })).pix);
  await Promise.all(Array.from({ length: 20 }, () => bank.deliver(pix)));
  expect(answers).toEqual(Array(20).fill(200));
  for (const { orderId } of orders) expect(await outcome(orderId)).toEqual(PAID_ONCE);
});

test('a forged token is turned away, and not even a true story is acted upon', async () => {
  const { orderId, txid } = await newOrder();
  const { pix } = await bank.pay(txid, { webhook: false });
  for (const end of ['', '?token=', `?token=${TOKEN}x&ignorar=`, `/${TOKEN.slice(1)}`]) {
    expect(await bank.deliver([pix], `${serverUrl}/webhooks/bacen${end}`)).toBe(401);
  }
  expect(await outcome(orderId)).toEqual(UNPAID);
  const stored = shop.ctx.db.selectFrom('webhook_events').select('id').where('gateway_charge_id', '=', txid);
  expect(await stored.execute()).toEqual([]);
});

test('a lie from somebody who has the token changes nothing: the bank is asked', async () => {
  const { orderId, txid } = await newOrder();
  const pix = {
    endToEndId: `E${'9'.repeat(31)}`,
    txid,
    valor: '15.00',
    chave: KEY,
    horario: '2026-01-01T00:00:00Z',
  };
  expect(await bank.deliver([pix])).toBe(200);
  expect(await outcome(orderId)).toEqual(UNPAID);
});

// shows: threat 16
test("a Pix to another customer's key, or a charge for one, pays nothing here", async () => {
  const [announced, stolen] = [await newOrder(), await newOrder()];
  expect(await bank.pay(announced.txid, { chave: 'alheia@chave.test' })).toMatchObject({
    webhookStatus: 200,
  });
  expect(await outcome(announced.orderId)).toEqual(UNPAID);

  const cob = bank.ledger.get(stolen.txid);
  if (!cob) throw new Error('no cob');
  cob.chave = 'alheia@chave.test';
  await bank.pay(stolen.txid, { chave: KEY });
  expect(await outcome(stolen.orderId)).toEqual(UNPAID);
  expect(shop.logLines.some(({ event }) => event === 'charge.find_failed')).toBe(true);
});

test('another amount than the price holds the order for staff', async () => {
  const { orderId, chargeId, txid } = await newOrder();
  await bank.pay(txid, { cents: 100 });
  expect(await outcome(orderId)).toEqual({ ...UNPAID, attention: 'amount_mismatch' });
  expect(await chargeOf(chargeId)).toMatchObject({ status: 'held', paid_amount_cents: 100 });
});

test('a second Pix for the same charge is recorded as owed back, announced or found in the list', async () => {
  const [announced, found] = [await newOrder(), await newOrder()];
  await bank.pay(announced.txid);
  expect(await outcome(announced.orderId)).toEqual(PAID_ONCE);
  await bank.pay(announced.txid);
  const owed = { reason: 'paid_twice', amount_cents: 1500, status: 'due' };
  expect(await outcome(announced.orderId)).toEqual({ ...PAID_ONCE, refunds: [owed] });

  await bank.pay(found.txid);
  expect(await outcome(found.orderId)).toEqual(PAID_ONCE);
  await bank.pay(found.txid, { webhook: false });
  shop.passSeconds(1);
  expect(await sweepPayments(shop.ctx, { hours: 1 })).toMatchObject({ asked: expect.any(Number) });
  expect(await outcome(found.orderId)).toEqual({ ...PAID_ONCE, refunds: [owed] });
});

test('the list is read again and again without asking about what the books know', async () => {
  const { orderId, txid } = await newOrder();
  await bank.pay(txid);
  expect(await outcome(orderId)).toEqual(PAID_ONCE);
  shop.passSeconds(1);
  await sweepPayments(shop.ctx, { hours: 1 });
  const cobReads = () => bank.requests.filter(({ path }) => path === `/v2/cob/${txid}`).length;
  const before = cobReads();
  expect((await sweepPayments(shop.ctx, { hours: 1 })).listed).toBeGreaterThan(0);
  expect(cobReads()).toBe(before);
});

test('money that a bank takes back is noticed by the list', async () => {
  const { orderId, chargeId, txid } = await newOrder();
  const { pix } = await bank.pay(txid);
  expect(await outcome(orderId)).toEqual(PAID_ONCE);
  bank.chargeBack(pix.endToEndId, 700);
  shop.passSeconds(1);
  await sweepPayments(shop.ctx, { hours: 1 });
  expect(await chargeOf(chargeId)).toMatchObject({ charged_back_cents: 700 });
});

test('a lost webhook costs a sweep, not the sale', async () => {
  const { orderId, txid } = await newOrder();
  await bank.pay(txid, { webhook: false });
  shop.passSeconds(60);
  await sweepCharges(shop.ctx);
  expect(await outcome(orderId)).toEqual(PAID_ONCE);
});

test('a payment long after the charge was given up is still found in the list', async () => {
  const { orderId, chargeId, txid } = await newOrder();
  shop.passSeconds(3 * 86_400);
  for (let n = 0; n < 2; n++) {
    await sweepCharges(shop.ctx);
    shop.passSeconds(300);
  }
  expect(await chargeOf(chargeId)).toMatchObject({ status: 'expired', next_check_at: null });
  await bank.pay(txid, { webhook: false });
  shop.passSeconds(60);
  await sweepCharges(shop.ctx);
  expect(await outcome(orderId)).toMatchObject({ status: 'cancelled', mails: 0 });
  await sweepPayments(shop.ctx, { hours: 48 });
  expect(await outcome(orderId)).toEqual(PAID_ONCE);
});

test('a bank that cannot list its payments is reported, and nothing else stops', async () => {
  bank.failNext({ status: 503 }, 1, 'GET');
  await sweepPayments(shop.ctx, { hours: 1 });
  expect(shop.logLines.at(-1)).toMatchObject({ event: 'payments.list_failed' });
});

test('a code that ran out is removed at the bank; a Pix that was under way revives the order', async () => {
  const { orderId, chargeId, txid } = await newOrder();
  shop.passSeconds(3_601);
  await sweepCharges(shop.ctx);
  expect(bank.ledger.get(txid)?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
  expect(await chargeOf(chargeId)).toMatchObject({ status: 'expired' });
  shop.passSeconds(300);
  await sweepCharges(shop.ctx);
  expect(await chargeOf(chargeId)).toMatchObject({ status: 'expired' });
  shop.passSeconds(3_600);
  await sweepCharges(shop.ctx);
  expect(await outcome(orderId)).toMatchObject({ status: 'cancelled' });
  await bank.pay(txid);
  expect(await outcome(orderId)).toEqual(PAID_ONCE);
});

test('a webhook that overtakes our own create call, whose answer is lost, pays the order', async () => {
  const placed = await placeOrder(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [position++]),
    customer,
    shownTotalCents: null,
    idempotencyKey: null,
  });
  if (!placed.ok) throw new Error(placed.reason);
  bank.failNext('dropAfterApply', 1, 'PUT');
  expect(await startCharge(shop.ctx, placed.charge)).toMatchObject({ ok: false });
  await bank.pay(placed.charge.id.replaceAll('-', ''));
  expect(await outcome(placed.order.id)).toEqual(PAID_ONCE);
});

const description = findDescription('bacen-2.9.0.yaml');
test.skipIf(!description)(
  "whatever the Central Bank's description allows in a callback, the shop answers well and believes nothing (PIX_DESCRIPTIONS)",
  async () => {
    const { orderId } = await newOrder();
    const prism = await startPrism(description, null);
    try {
      const webhook = manageWebhook({ ...settings, baseUrl: prism.url }, KEY);
      for (let n = 0; n < 25; n++) await webhook.register(webhookAddress(serverUrl, TOKEN, 'query'));
      await expect.poll(() => answers.length).toBe(25);
    } finally {
      await prism.close();
    }
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await outcome(orderId)).toEqual(UNPAID);
    const stored = shop.ctx.db.selectFrom('webhook_events').select('id').where('processed_at', 'is', null);
    expect((await stored.execute()).length).toBeGreaterThan(0);
  },
);
