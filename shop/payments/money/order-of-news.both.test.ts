import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { applyGatewayAnswer } from './apply-gateway-answer.ts';
import type { GatewayCharge, GatewayChargeStatus } from '../gateway.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

const NEWS: GatewayChargeStatus[] = ['pending', 'expired', 'cancelled', 'paid', 'paid'];

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}

/** The gateway's answer of this moment, which the shop reads later. */
function answer(gatewayChargeId: string, status: GatewayChargeStatus): GatewayCharge {
  const isPaid = status === 'paid';
  return {
    gatewayChargeId,
    status,
    pixCode: null,
    expiresAt: null,
    paidAmountCents: isPaid ? 1500 : null,
    paidAt: isPaid ? new Date() : null,
    chargedBackCents: 0,
  };
}

// shows: threat 12
test('in whatever order the news of a charge arrive, money received is kept and counted once', async () => {
  const orders = [...new Map(permutations(NEWS).map((news) => [news.join(), news])).values()];
  expect(orders).toHaveLength(60);
  const wrong: string[] = [];
  for (const [index, news] of orders.entries()) {
    const { orderId, charge } = await checkOut(shop.ctx, {
      userId: await shop.createUser(),
      purchase: buy(shop.ctx, [index]),
    });
    const seen: string[] = [];
    for (const status of news) {
      seen.push(
        await applyGatewayAnswer(shop.ctx, charge.id, answer(charge.gateway_charge_id ?? '', status)),
      );
    }
    const { db } = shop.ctx;
    const { status } = await db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    const owned = await db
      .selectFrom('user_collection')
      .select('id')
      .where('order_id', '=', orderId)
      .execute();
    const owed = await db.selectFrom('refunds').select('id').where('order_id', '=', orderId).execute();
    const afterPayment = new Set(seen.slice(news.indexOf('paid')));
    const outcome = [[...afterPayment].join(), status, owned.length, owed.length].join(' ');
    if (outcome !== 'paid pending 1 0') wrong.push(`${news.join(' → ')}: ${outcome}`);
  }
  expect(wrong).toEqual([]);
  const mails = (await shop.jobs()).filter(({ name }) => name === 'mail-payment-confirmed');
  expect(mails).toHaveLength(orders.length);
});
