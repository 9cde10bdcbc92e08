import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAbacatePay } from '#gateways/abacatepay/create-abacate-pay.ts';
import { createMercadoPago } from '#gateways/mercadopago/create-mercado-pago.ts';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { startAbacatePayV2Server } from '#test/providers/abacatepay-v2-server.ts';
import { signWebhook, webhookBodyV2 } from '#test/providers/abacatepay-webhook.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import type { Failure } from '#test/providers/http-double.ts';
import { startMercadoPagoServer } from '#test/providers/mercadopago-server.ts';
import { mercadoPagoBody, signMercadoPago } from '#test/providers/mercadopago-webhook.ts';
import { buy, checkOut, customer } from '#test/purchases.ts';
import { placeOrder } from '#shop/orders/place-order.ts';
import type { PixGateway, WebhookDelivery } from './gateway.ts';
import { receiveWebhook } from './webhooks/receive-webhook.ts';
import { checkCharge } from './charges/check-charge.ts';
import { startCharge } from './charges/start-charge.ts';
import { sweepCharges } from './charges/sweep-charges.ts';

const SECRET = 'segredo-do-webhook-1234567890';

/** A provider's double with the two things a journey does there: pay, and send the notice of it. */
interface Provider {
  gateway: PixGateway;
  pay(gatewayChargeId: string, amountCents?: number): Promise<void>;
  /** null: its answers do not say which Pix paid. */
  paidBy(gatewayChargeId: string): string | null;
  notice(gatewayChargeId: string, options?: { secret?: string }): WebhookDelivery;
  charges(): number;
  failNext(failure: Failure, times?: number): void;
  close(): Promise<void>;
}

const providers: [name: string, start: (now: () => Date) => Promise<Provider>][] = [
  ['AbacatePay v2', startV2],
  ['Mercado Pago', startMercadoPago],
];

describe.each(providers)('with %s', (_, start) => {
  let provider: Provider;
  let shop: TestContext;
  beforeAll(async () => {
    let clock = () => new Date();
    provider = await start(() => clock());
    shop = await createTestContext({
      gateway: (now) => {
        clock = now;
        return provider.gateway;
      },
    });
  });
  afterAll(async () => {
    await shop.close();
    await provider.close();
  });

  async function newOrder(position: number) {
    const { orderId, charge } = await checkOut(shop.ctx, {
      userId: await shop.createUser(),
      purchase: buy(shop.ctx, [position]),
    });
    return { orderId, chargeId: charge.id, gatewayChargeId: charge.gateway_charge_id ?? '' };
  }

  async function outcome(orderId: string) {
    const order = await shop.ctx.db
      .selectFrom('orders')
      .select(['status', 'attention'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    const mails = (await shop.jobs()).filter(
      (job) => job.name === 'mail-payment-confirmed' && job.data.orderId === orderId,
    );
    return { ...order, mails: mails.length };
  }
  const paid = { status: 'pending', attention: null, mails: 1 };

  test('a webhook pays the order, once, however often it comes', async () => {
    const { orderId, gatewayChargeId } = await newOrder(0);
    await provider.pay(gatewayChargeId);
    const deliveries = Array.from({ length: 20 }, () =>
      receiveWebhook(shop.ctx, provider.notice(gatewayChargeId)),
    );
    const answers = await Promise.all(deliveries);
    expect(answers.reduce((sum, answer) => sum + (answer.ok ? answer.stored : 0), 0)).toBe(1);
    await shop.settled();
    expect(await outcome(orderId)).toEqual(paid);
  });

  test('a webhook for a charge nobody paid changes nothing', async () => {
    const { orderId, gatewayChargeId } = await newOrder(1);
    await receiveWebhook(shop.ctx, provider.notice(gatewayChargeId));
    await shop.settled();
    expect(await outcome(orderId)).toMatchObject({ status: 'awaiting_payment', mails: 0 });
  });

  // shows: threat 10
  test('a forged signature is refused and leaves nothing behind', async () => {
    const { orderId, gatewayChargeId } = await newOrder(2);
    await provider.pay(gatewayChargeId);
    const forged = provider.notice(gatewayChargeId, { secret: `${SECRET}x` });
    expect(await receiveWebhook(shop.ctx, forged)).toEqual({ ok: false, reason: 'unauthentic' });
    const stored = await shop.ctx.db
      .selectFrom('webhook_events')
      .select('id')
      .where('gateway_charge_id', '=', gatewayChargeId)
      .execute();
    expect(stored).toEqual([]);
    expect(await outcome(orderId)).toMatchObject({ status: 'awaiting_payment', mails: 0 });
  });

  test('too little money holds the charge for staff', async () => {
    const { orderId, chargeId, gatewayChargeId } = await newOrder(3);
    await provider.pay(gatewayChargeId, 100);
    await receiveWebhook(shop.ctx, provider.notice(gatewayChargeId));
    await shop.settled();
    const attention = 'amount_mismatch';
    expect(await outcome(orderId)).toEqual({ status: 'awaiting_payment', attention, mails: 0 });
    const charge = await shop.ctx.db
      .selectFrom('charges')
      .selectAll()
      .where('id', '=', chargeId)
      .executeTakeFirstOrThrow();
    expect(charge).toMatchObject({ status: 'held', paid_amount_cents: 100 });
  });

  test('a lost webhook costs a sweep, not the sale', async () => {
    const { orderId, gatewayChargeId } = await newOrder(4);
    await provider.pay(gatewayChargeId);
    shop.passSeconds(60);
    await sweepCharges(shop.ctx);
    expect(await outcome(orderId)).toEqual(paid);
  });

  test('the Pix that paid stays with its charge, where the provider names it', async () => {
    const { chargeId, gatewayChargeId } = await newOrder(8);
    await provider.pay(gatewayChargeId);
    await checkCharge(shop.ctx, chargeId);
    const charge = await shop.ctx.db
      .selectFrom('charges')
      .select(['status', 'end_to_end_id'])
      .where('id', '=', chargeId)
      .executeTakeFirstOrThrow();
    expect(charge).toEqual({ status: 'paid', end_to_end_id: provider.paidBy(gatewayChargeId) });
  });

  test('money that comes after the order was cancelled revives it', async () => {
    const { orderId, gatewayChargeId } = await newOrder(5);
    shop.passSeconds(3600 + 1800 + 60);
    await sweepCharges(shop.ctx);
    expect(await outcome(orderId)).toMatchObject({ status: 'cancelled' });
    await provider.pay(gatewayChargeId);
    await receiveWebhook(shop.ctx, provider.notice(gatewayChargeId));
    await shop.settled();
    expect(await outcome(orderId)).toEqual(paid);
  });

  test('a create without an answer leads to one code that can be paid', async () => {
    const userId = await shop.createUser();
    const before = provider.charges();
    provider.failNext('dropAfterApply');
    const placed = await placeOrder(shop.ctx, {
      userId,
      purchase: buy(shop.ctx, [6]),
      customer,
      shownTotalCents: null,
      idempotencyKey: null,
    });
    if (!placed.ok) throw new Error(placed.reason);
    expect(await startCharge(shop.ctx, placed.charge)).toMatchObject({ ok: false });
    // Time passes before the buyer tries again: what is sent must still be the same.
    shop.passSeconds(300);
    const resumed = await resumeOrder(shop.ctx, { userId, orderId: placed.order.id });
    if (!resumed.ok) throw new Error(resumed.reason);
    const started = await startCharge(shop.ctx, resumed.charge);
    expect(started).toMatchObject({ ok: true, charge: { status: 'pending' } });
    expect(provider.charges() - before).toBe(1);
    expect(resumed.charge.id).toBe(placed.charge.id);
  });

  test('a code that lives shorter here than there is over by our clock and still watched', async () => {
    const settings = { ...shop.ctx.settings, chargeTtlSeconds: 600 };
    const short = { ...shop.ctx, settings };
    const { orderId, charge } = await checkOut(short, {
      userId: await shop.createUser(),
      purchase: buy(shop.ctx, [7]),
    });
    expect(charge.expires_at.getTime() - charge.created_at.getTime()).toBe(600_000);
    shop.passSeconds(700);
    await sweepCharges(short);
    const status = () =>
      shop.ctx.db.selectFrom('charges').select('status').where('id', '=', charge.id).executeTakeFirst();
    expect(await status()).toEqual({ status: 'expired' });
    await provider.pay(charge.gateway_charge_id ?? '');
    shop.passSeconds(600);
    await sweepCharges(short);
    expect(await status()).toEqual({ status: 'paid' });
    expect(await outcome(orderId)).toEqual(paid);
  });
});

async function startV2(now: () => Date): Promise<Provider> {
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
    pay: async (id, amount) =>
      void (await server.pay(id, { webhook: false, ...(amount !== undefined && { amount }) })),
    paidBy: () => null,
    notice(id, { secret = SECRET } = {}) {
      const charge = server.ledger.get(id)!;
      const rawBody = JSON.stringify(webhookBodyV2(charge));
      const url = new URL(`http://localhost:3000/webhooks/abacatepay?webhookSecret=${secret}`);
      return { url, headers: { 'x-webhook-signature': signWebhook(rawBody) }, rawBody };
    },
    charges: () => server.ledger.size,
    failNext: server.failNext,
    close: server.close,
  };
}

async function startMercadoPago(now: () => Date): Promise<Provider> {
  const server = await startMercadoPagoServer({ accessToken: 'TEST-token', now });
  return {
    gateway: createMercadoPago({
      baseUrl: server.url,
      accessToken: 'TEST-token',
      webhookSecret: SECRET,
      production: false,
      timeoutMs: 5_000,
    }),
    pay: async (id, amountCents) =>
      void (await server.pay(id, { webhook: false, ...(amountCents !== undefined && { amountCents }) })),
    paidBy: (id) => server.ledger.get(id)!.endToEndId,
    notice(id, { secret = SECRET } = {}) {
      const order = server.ledger.get(id)!;
      return {
        url: new URL(`http://localhost:3000/webhooks/mercadopago?data.id=${id}&type=order`),
        headers: signMercadoPago(secret, id),
        rawBody: JSON.stringify(mercadoPagoBody(order)),
      };
    },
    charges: () => server.ledger.size,
    failNext: server.failNext,
    close: server.close,
  };
}
