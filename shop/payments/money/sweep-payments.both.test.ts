import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut } from '#test/purchases.ts';
import type { GatewayPayment } from '../gateway.ts';
import { sweepPayments } from './sweep-payments.ts';

let shop: TestContext;
/** The provider's own list of what arrived. */
let list: GatewayPayment[] = [];

beforeAll(async () => {
  shop = await createTestContext({
    gateway: (_, simulator) => ({ ...simulator, findRecentPayments: async () => list }),
  });
});
afterAll(() => shop.close());

const payment = (gatewayChargeId: string, chargeId: string | null = null): GatewayPayment => ({
  gatewayChargeId,
  chargeId,
  endToEndId: `E${gatewayChargeId}`,
  paidAt: new Date(0),
  amountCents: 1500,
  chargedBackCents: 0,
  refundedCents: 0,
});

async function paidUnheard(position: number) {
  const userId = await shop.createUser();
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [position]) });
  await shop.simulator.pay(charge.id);
  return { orderId, charge };
}

const statusOf = async (orderId: string) =>
  (await shop.ctx.db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst())
    ?.status;

test('money that the list names is found by the id of the provider or by ours, once, among payments of others', async () => {
  const [byTheirs, byOurs, unlisted] = [await paidUnheard(0), await paidUnheard(1), await paidUnheard(2)];
  const foreign = Array.from({ length: 1000 }, (_, n) => payment(`of-another-shop-${n}`));
  list = [
    ...foreign,
    payment(byTheirs.charge.gateway_charge_id ?? ''),
    payment('spelt-otherwise', byOurs.charge.id),
  ];
  expect(await sweepPayments(shop.ctx, { hours: 1 })).toEqual({ listed: 1002, asked: 2 });
  expect(await statusOf(byTheirs.orderId)).toBe('pending');
  expect(await statusOf(byOurs.orderId)).toBe('pending');
  expect(await statusOf(unlisted.orderId)).toBe('awaiting_payment');
  expect(await sweepPayments(shop.ctx, { hours: 1 })).toEqual({ listed: 1002, asked: 0 });
});

test('of a payment that is known, more money or money taken back is news', async () => {
  const { charge } = await paidUnheard(3);
  const known = payment(charge.gateway_charge_id ?? '');
  list = [known];
  expect(await sweepPayments(shop.ctx, { hours: 1 })).toEqual({ listed: 1, asked: 1 });
  list = [known, { ...known, amountCents: 1 }];
  expect(await sweepPayments(shop.ctx, { hours: 1 })).toEqual({ listed: 2, asked: 1 });
  list = [{ ...known, chargedBackCents: 1 }];
  expect(await sweepPayments(shop.ctx, { hours: 1 })).toEqual({ listed: 1, asked: 1 });
});
