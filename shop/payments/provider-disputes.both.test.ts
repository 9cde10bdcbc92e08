import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAbacatePay } from '#gateways/abacatepay/create-abacate-pay.ts';
import { createBacen } from '#gateways/bacen/create-bacen.ts';
import { createMercadoPago } from '#gateways/mercadopago/create-mercado-pago.ts';
import { listAttention } from '#shop/attention/list-attention.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { startAbacatePayV2Server } from '#test/providers/abacatepay-v2-server.ts';
import { startBacenServer } from '#test/providers/bacen-server.ts';
import { makeCertificates } from '#test/providers/make-certificates.ts';
import { startMercadoPagoServer } from '#test/providers/mercadopago-server.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { checkCharge } from './charges/check-charge.ts';
import { sweepDisputes } from './charges/sweep-disputes.ts';
import { processLeftoverWebhookEvents } from './webhooks/process-webhook-events.ts';
import { GatewayError, type PixGateway } from './gateway.ts';
import { sweepPayments } from './money/sweep-payments.ts';
import { receiveWebhook } from './webhooks/receive-webhook.ts';

const SECRET = 'segredo-do-webhook-1234567890';
const KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';

/** A provider's double, which tells the shop of a dispute as that provider does. */
interface Provider {
  gateway: PixGateway;
  /** Where its notices go. */
  hears(url: string): void;
  pay(gatewayChargeId: string): Promise<unknown>;
  open(gatewayChargeId: string): Promise<unknown>;
  decide(gatewayChargeId: string, as: 'won' | 'lost'): Promise<unknown>;
  /** Nobody can ask it. */
  fail(times: number): void;
  /** null: it names none. */
  answerBy(gatewayChargeId: string): Date | null;
  close(): Promise<unknown>;
}

const providers: [name: string, start: (now: () => Date) => Promise<Provider>][] = [
  ['AbacatePay v2', startAbacatePay],
  ['Mercado Pago, chargeback under its order', (now) => startMercadoPago(now, 'chargeback', false)],
  ['Mercado Pago, chargeback under its case', (now) => startMercadoPago(now, 'chargeback', true)],
  ['Mercado Pago, claim', (now) => startMercadoPago(now, 'claim', false)],
  ['a bank of API Pix', startBank],
];

describe.each(providers)('%s', (_, start) => {
  let provider: Provider;
  let shop: TestContext;
  let position = 0;
  /** A way to the shop that can be held up. */
  let held: (() => Promise<unknown>)[] | null = null;
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const delivery = {
      url: new URL(incoming.url ?? '/', 'http://localhost:3000'),
      headers: Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ),
      rawBody: Buffer.concat(chunks).toString(),
    };
    const receive = () => receiveWebhook(shop.ctx, delivery);
    if (held) held.push(receive);
    else await receive();
    outgoing.writeHead(200).end();
  });

  beforeAll(async () => {
    let clock = () => new Date();
    provider = await start(() => clock());
    shop = await createTestContext({
      gateway: (now) => {
        clock = now;
        return provider.gateway;
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    provider.hears(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(async () => {
    server.close();
    await shop.close();
    await provider.close();
  });

  async function paidOrder() {
    const userId = await shop.createUser();
    const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [position++]) });
    await provider.pay(charge.gateway_charge_id ?? '');
    await checkCharge(shop.ctx, charge.id);
    return { orderId, chargeId: charge.id, gatewayChargeId: charge.gateway_charge_id ?? '' };
  }
  const disputesOf = (orderId: string) =>
    shop.ctx.db.selectFrom('disputes').selectAll().where('order_id', '=', orderId).execute();
  const statesOf = async (orderId: string) => (await disputesOf(orderId)).map(({ state }) => state);
  const kindsOf = async (orderId: string) =>
    (await listAttention(shop.ctx, { orderId })).map(({ kind }) => kind);

  test('a dispute appears with its deadline when its notice comes, and once when it comes again', async () => {
    const { orderId, chargeId, gatewayChargeId } = await paidOrder();
    await provider.open(gatewayChargeId);
    await shop.settled();
    await checkCharge(shop.ctx, chargeId, { evenIfPaid: true });
    await sweepDisputes(shop.ctx);
    expect(await statesOf(orderId)).toEqual(['open']);
    const [entry] = await listAttention(shop.ctx, { orderId });
    expect(entry).toMatchObject({
      kind: 'dispute',
      dispute: { answerBy: provider.answerBy(gatewayChargeId) },
    });
    expect(entry?.dispute?.reason).not.toBe('');
  });

  test('one that is lost is a chargeback of the whole sum, once', async () => {
    const { orderId, chargeId, gatewayChargeId } = await paidOrder();
    await provider.open(gatewayChargeId);
    await provider.decide(gatewayChargeId, 'lost');
    await shop.settled();
    // One that nobody asked about meanwhile was not seen open, and its provider may call it a refund.
    await sweepDisputes(shop.ctx);
    await checkCharge(shop.ctx, chargeId, { evenIfPaid: true });
    const states = await statesOf(orderId);
    expect([[], ['lost']]).toContainEqual(states);
    if (states.length > 0) expect(await kindsOf(orderId)).toEqual(['chargeback']);
    const charge = await shop.ctx.db
      .selectFrom('charges')
      .select('charged_back_cents')
      .where('id', '=', chargeId)
      .executeTakeFirstOrThrow();
    expect(charge.charged_back_cents).toBe(states.length > 0 ? 1500 : 0);
  });

  test('one that was seen open and is lost is a chargeback', async () => {
    const { orderId, gatewayChargeId } = await paidOrder();
    await provider.open(gatewayChargeId);
    await shop.settled();
    await provider.decide(gatewayChargeId, 'lost');
    await shop.settled();
    await sweepDisputes(shop.ctx);
    expect(await statesOf(orderId)).toEqual(['lost']);
    expect(await kindsOf(orderId)).toEqual(['chargeback']);
  });

  test('one that is won leaves the list, also if nobody tells', async () => {
    const { orderId, gatewayChargeId } = await paidOrder();
    await provider.open(gatewayChargeId);
    await shop.settled();
    held = [];
    await provider.decide(gatewayChargeId, 'won');
    held = null;
    await sweepDisputes(shop.ctx);
    expect(await statesOf(orderId)).toEqual(['won']);
    expect(await kindsOf(orderId)).toEqual([]);
  });

  test('notices in the wrong order end where the provider is', async () => {
    const { orderId, gatewayChargeId } = await paidOrder();
    held = [];
    await provider.open(gatewayChargeId);
    await provider.decide(gatewayChargeId, 'won');
    const notices = held;
    held = null;
    for (const deliver of notices.toReversed()) {
      await deliver();
      await shop.settled();
    }
    expect((await statesOf(orderId)).filter((state) => state !== 'won')).toEqual([]);
    expect(await kindsOf(orderId)).toEqual([]);
  });

  test('a notice while the provider is silent is asked about again later', async () => {
    const { orderId, gatewayChargeId } = await paidOrder();
    provider.fail(3);
    await provider.open(gatewayChargeId);
    await shop.settled();
    expect(await statesOf(orderId)).toEqual([]);
    for (let tries = 0; tries < 5; tries++) {
      shop.passSeconds(3600);
      await processLeftoverWebhookEvents(shop.ctx);
    }
    expect(await statesOf(orderId)).toEqual(['open']);
  });
});

/** A bank tells of the end of a return alone, so its list has to show the beginning. */
test("an infraction that nobody told of is found in the bank's list", async () => {
  let clock = () => new Date();
  const bank = await startBank(() => clock());
  const shop = await createTestContext({
    gateway: (now) => {
      clock = now;
      return bank.gateway;
    },
  });
  const { orderId, charge } = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [0]),
  });
  await bank.pay(charge.gateway_charge_id ?? '');
  await checkCharge(shop.ctx, charge.id);
  await bank.open(charge.gateway_charge_id ?? '');
  expect(await sweepPayments(shop.ctx, { hours: 1 })).toEqual({ listed: 1, asked: 1 });
  const states = await shop.ctx.db
    .selectFrom('disputes')
    .select('state')
    .where('order_id', '=', orderId)
    .execute();
  expect(states).toEqual([{ state: 'open' }]);
  expect(await sweepPayments(shop.ctx, { hours: 1 })).toEqual({ listed: 1, asked: 0 });
  await shop.close();
  await bank.close();
});

test('a silent provider ends the sweep of disputes, and the next one goes on where it ended', async () => {
  let asked: string[] = [];
  const shop = await createTestContext({
    gateway: (_now, simulator) => ({
      ...simulator,
      async find({ chargeId }) {
        asked.push(chargeId);
        shop.passSeconds(300);
        throw new GatewayError('simulator', 'silent', { retryable: true, outcome: 'not_applied' });
      },
    }),
  });
  const userId = await shop.createUser();
  const ids: string[] = [];
  for (const position of [0, 1, 2]) {
    const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [position]) });
    ids.push(charge.id);
    await shop.ctx.db
      .insertInto('disputes')
      .values({
        order_id: orderId,
        charge_id: charge.id,
        gateway: 'simulator',
        gateway_dispute_id: `${charge.id}:1`,
        opened_at: shop.ctx.now(),
        answer_by: null,
        reason: 'Fraude',
      })
      .execute();
    shop.passSeconds(60);
  }
  const [first, second, third] = ids;
  asked = [];
  expect(await sweepDisputes(shop.ctx)).toEqual({ asked: 2 });
  expect(asked).toEqual([first, second]);
  await sweepDisputes(shop.ctx);
  expect(asked.slice(2)).toEqual([third, first]);
  await shop.close();
});

async function startAbacatePay(now: () => Date): Promise<Provider> {
  const server = await startAbacatePayV2Server({ apiKey: 'chave-de-teste', now });
  return {
    gateway: createAbacatePay({
      baseUrl: server.url,
      apiKey: 'chave-de-teste',
      webhookSecret: SECRET,
      apiVersion: 2,
      production: false,
      timeoutMs: 5_000,
    }),
    hears: (url) => server.configureWebhook(`${url}/webhooks/abacatepay`, SECRET),
    pay: (id) => server.pay(id, { webhook: false }),
    open: server.dispute,
    decide: server.decide,
    fail: (times) => server.failNext({ status: 503 }, times),
    answerBy: () => null,
    close: server.close,
  };
}

async function startMercadoPago(
  now: () => Date,
  kind: 'chargeback' | 'claim',
  asCase: boolean,
): Promise<Provider> {
  const server = await startMercadoPagoServer({ accessToken: 'TEST-token', now });
  return {
    gateway: createMercadoPago({
      baseUrl: server.url,
      accessToken: 'TEST-token',
      webhookSecret: SECRET,
      production: false,
      timeoutMs: 5_000,
    }),
    hears: (url) => server.configureWebhook(`${url}/webhooks/mercadopago`, SECRET),
    pay: (id) => server.pay(id, { webhook: false }),
    open: (id) => server.dispute(id, kind, { asCase }),
    decide: (id, as) => server.decide(id, as, { asCase }),
    fail: (times) => server.failNext({ status: 503 }, times),
    answerBy: (id) => {
      const order = server.ledger.get(id);
      return (order?.claim ?? order?.chargeback)?.deadline ?? null;
    },
    close: server.close,
  };
}

async function startBank(now: () => Date): Promise<Provider> {
  const { ca, server, client } = makeCertificates();
  const bank = await startBacenServer({ chave: KEY, tls: { ...server, ca: ca.cert }, now });
  let url = '';
  const pixOf = (txid: string) => bank.ledger.get(txid)!.pix[0]!;
  return {
    gateway: createBacen({
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
      merchantName: 'Fulgor',
      merchantCity: 'SAO PAULO',
      chave: KEY,
      webhookToken: SECRET,
      now,
    }),
    hears: (base) => void (url = `${base}/webhooks/bacen?token=${SECRET}`),
    pay: (txid) => bank.pay(txid, { webhook: false }),
    async open(txid) {
      const pix = pixOf(txid);
      bank.chargeBack(pix.endToEndId, 1500, 'EM_PROCESSAMENTO');
      if (url) await bank.deliver([pix], url);
    },
    async decide(txid, as) {
      const pix = pixOf(txid);
      bank.settleRefund(pix.devolucoes?.[0]?.id ?? '', as === 'won' ? 'NAO_REALIZADO' : 'DEVOLVIDO');
      await bank.deliver([pix], url);
    },
    fail: (times) => bank.failNext({ status: 503 }, times),
    answerBy: () => null,
    close: bank.close,
  };
}
