import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { openTroubledShop, type TroubledShop } from '#test/troubled-shop.ts';
import { requestRefund } from './request-refund.ts';

let { shop, bank, clerk } = {} as TroubledShop;
beforeAll(async () => void ({ shop, bank, clerk } = await openTroubledShop()));
afterAll(() => shop.close());

const note = 'Combinado com o cliente.';
async function paidOrder(position: number) {
  const order = await createPaidOrder(shop, buy(shop.ctx, [position]));
  const { id } = await shop.ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  return { ...order, chargeId: id };
}
/** The provider tells the same sum twice: the second time changes nothing. */
async function tell(chargeId: string, cents: number) {
  bank.saySentBack(chargeId, cents);
  await checkCharge(shop.ctx, chargeId, { evenIfPaid: true });
  await checkCharge(shop.ctx, chargeId, { evenIfPaid: true });
}
const refundsOf = async (orderId: string) =>
  (
    await shop.ctx.db
      .selectFrom('refunds')
      .select(['reason', 'status', 'amount_cents'])
      .where('order_id', '=', orderId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  ).map(({ reason, status, amount_cents }) => `${reason} ${status} ${amount_cents}`);
const mailsOf = async () =>
  (await shop.jobs()).filter((job) => job.name === 'mail-refund' && job.data.news === 'finished').length;

// shows: threat 63, purchase 17
test('parts that were sent in the provider’s panel stand in the books, and the last one ends the order', async () => {
  const { orderId, chargeId, userId } = await paidOrder(0);
  const mails = await mailsOf();
  await tell(chargeId, 400);
  expect(await refundsOf(orderId)).toEqual(['at_provider refunded 400']);
  expect(await mailsOf()).toBe(mails + 1);
  await tell(chargeId, 1000);
  expect(await refundsOf(orderId)).toEqual(['at_provider refunded 400', 'at_provider refunded 600']);
  const tooMuch = { actorUserId: clerk, orderId, amountCents: 501, note, requestKey: null };
  expect(await requestRefund(shop.ctx, tooMuch)).toEqual({ ok: false, reason: 'too_much', leftCents: 500 });
  await tell(chargeId, 1500);
  const order = await shop.ctx.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirst();
  expect(order).toEqual({ status: 'cancelled' });
  const owned = await shop.ctx.db
    .selectFrom('user_collection')
    .select('id')
    .where('user_id', '=', userId)
    .execute();
  expect(owned).toEqual([]);
});

test('a refund of ours is not taken for one of the panel', async () => {
  const { orderId, chargeId } = await paidOrder(1);
  bank.answerRefundsWith('processing');
  await requestRefund(shop.ctx, { actorUserId: clerk, orderId, amountCents: 500, note, requestKey: null });
  await shop.settled();
  await tell(chargeId, 500);
  bank.behave();
  expect(await refundsOf(orderId)).toEqual(['staff processing 500']);
});

test('what is owed and was sent in the panel is settled; what no longer fits is owed no more', async () => {
  const overpaid = async (position: number) => {
    const userId = await shop.createUser();
    const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [position]) });
    await shop.simulator.pay(charge.id, 2000);
    await checkCharge(shop.ctx, charge.id);
    expect(await refundsOf(orderId)).toEqual(['overpaid due 500']);
    return { orderId, chargeId: charge.id };
  };
  const same = await overpaid(2);
  await tell(same.chargeId, 500);
  expect(await refundsOf(same.orderId)).toEqual(['overpaid refunded 500']);
  const more = await overpaid(3);
  await tell(more.chargeId, 1800);
  expect((await refundsOf(more.orderId)).sort()).toEqual(['at_provider refunded 1800', 'overpaid due 200']);
  const all = await overpaid(4);
  await tell(all.chargeId, 2000);
  expect((await refundsOf(all.orderId)).sort()).toEqual([
    'at_provider refunded 2000',
    'overpaid dismissed 500',
  ]);
});
