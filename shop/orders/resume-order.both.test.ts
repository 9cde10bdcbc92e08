import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { findPaymentOfOrder } from '#shop/payments/charges/find-payment.ts';
import { startCharge } from '#shop/payments/charges/start-charge.ts';
import { sweepCharges } from '#shop/payments/charges/sweep-charges.ts';
import { createProduct, updateProduct } from '#shop/products/save-product.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut, customer, skinsOf } from '#test/purchases.ts';
import { cancelUnpaidOrders } from '#shop/payments/charges/cancel-unpaid-orders.ts';
import { placeOrder } from './place-order.ts';
import { resumeOrder } from './resume-order.ts';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await shop.createUser('Equipe');
});
afterAll(() => shop.close());

async function openOrder(...positions: number[]) {
  const userId = await shop.createUser();
  const purchase = buy(shop.ctx, positions);
  return { userId, purchase, ...(await checkOut(shop.ctx, { userId, purchase })) };
}

/** An order whose first code has run out and whose second can be paid. */
async function renewedOrder(position: number) {
  const order = await openOrder(position);
  shop.passSeconds(3601);
  const renewed = await resumeOrder(shop.ctx, order);
  if (!renewed.ok) throw new Error(renewed.reason);
  await startCharge(shop.ctx, renewed.charge);
  return { ...order, second: renewed.charge.id };
}

async function paid(chargeId: string, cents?: number) {
  await shop.simulator.pay(chargeId, cents);
  await checkCharge(shop.ctx, chargeId);
}

const statusesOf = async (orderId: string) =>
  (
    await shop.ctx.db
      .selectFrom('charges')
      .select('status')
      .where('order_id', '=', orderId)
      .orderBy('created_at')
      .execute()
  ).map(({ status }) => status);
const nameOf = (position: number) => shop.ctx.catalog.current().skins[position]?.name;

// shows: threat 57, purchase 8
test('money held for an older code stops every new code of the order, by all three ways to one', async () => {
  const { userId, orderId, charge, second, purchase } = await renewedOrder(0);
  await paid(charge.id, 1000);
  expect(await statusesOf(orderId)).toEqual(['held', 'cancelled']);
  shop.passSeconds(3601);
  const held = { id: charge.id, mustCreate: false };
  expect(await resumeOrder(shop.ctx, { userId, orderId })).toMatchObject({ ok: true, charge: held });
  const request = { userId, purchase, customer, shownTotalCents: null };
  for (const idempotencyKey of [null, 'outra-vez']) {
    const again = await placeOrder(shop.ctx, { ...request, idempotencyKey });
    expect(again).toMatchObject({ ok: true, created: false, charge: held });
  }
  expect(await findPaymentOfOrder(shop.ctx, { userId, orderId })).toMatchObject({
    id: charge.id,
    status: 'held',
    paidCents: 1000,
  });
  expect(await statusesOf(orderId)).toEqual(['held', 'cancelled']);
  await sweepCharges(shop.ctx);
  const atGateway = await shop.simulator.find({ chargeId: second, gatewayChargeId: null });
  expect(atGateway).toMatchObject({ ok: true, charge: { status: 'cancelled' } });
});

// shows: purchase 7
test('an order paid through an older code shows that payment and closes the newer code', async () => {
  const { userId, orderId, charge, second } = await renewedOrder(1);
  await paid(charge.id);
  expect(await statusesOf(orderId)).toEqual(['paid', 'cancelled']);
  expect(await resumeOrder(shop.ctx, { userId, orderId })).toMatchObject({
    ok: true,
    order: { status: 'pending' },
    charge: { id: charge.id, mustCreate: false },
  });
  expect(await findPaymentOfOrder(shop.ctx, { userId, orderId })).toMatchObject({ id: charge.id });
  await sweepCharges(shop.ctx);
  const atGateway = await shop.simulator.find({ chargeId: second, gatewayChargeId: null });
  expect(atGateway).toMatchObject({ ok: true, charge: { status: 'cancelled' } });
});

// shows: purchase 14
test('a code that was closed because another was paid, and is paid all the same, is owed back', async () => {
  const { orderId, charge, second } = await renewedOrder(2);
  await paid(charge.id);
  await paid(second);
  expect(await statusesOf(orderId)).toEqual(['paid', 'paid']);
  const refunds = await shop.ctx.db
    .selectFrom('refunds')
    .select(['charge_id', 'amount_cents', 'reason'])
    .where('order_id', '=', orderId)
    .execute();
  expect(refunds).toEqual([{ charge_id: second, amount_cents: 1500, reason: 'paid_twice' }]);
});

// shows: purchase 4
test("'Pagar agora' does not sell what was bought through another order meanwhile", async () => {
  const { userId, orderId } = await openOrder(3, 4);
  const other = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [4]) });
  await paid(other.charge.id);
  const refusal = { ok: false, reason: 'already_owned', skins: [nameOf(4)] };
  expect(await resumeOrder(shop.ctx, { userId, orderId })).toEqual(refusal);
  shop.passSeconds(3601);
  expect(await resumeOrder(shop.ctx, { userId, orderId })).toEqual(refusal);
  expect(await statusesOf(orderId)).toEqual(['pending']);
});

// shows: threat 57, purchase 4
test("'Pagar agora' does not sell what staff took off sale, and does once they sell it again", async () => {
  const { userId, orderId, charge } = await openOrder(5);
  const [skin] = skinsOf(shop.ctx, 5);
  const created = await createProduct(shop.ctx, {
    actorUserId: clerk,
    name: 'Fora de venda',
    priceCents: 1500,
    sku: skin!.sku,
    isActive: false,
  });
  if (!created.ok) throw new Error(created.reason);
  await shop.ctx.catalog.reload();
  const refusal = { ok: false, reason: 'unavailable', skins: [nameOf(5)] };
  expect(await resumeOrder(shop.ctx, { userId, orderId })).toEqual(refusal);
  shop.passSeconds(3601);
  expect(await resumeOrder(shop.ctx, { userId, orderId })).toEqual(refusal);
  await updateProduct(shop.ctx, { actorUserId: clerk, productId: created.id, isActive: true });
  await shop.ctx.catalog.reload();
  const resumed = await resumeOrder(shop.ctx, { userId, orderId });
  expect(resumed).toMatchObject({ ok: true, charge: { mustCreate: true } });
  expect(resumed.ok && resumed.charge.id).not.toBe(charge.id);
});

test("'Pagar agora' does not sell what left the catalogue, but shows money that is held for it", async () => {
  const gone = await openOrder(6);
  const paidShort = await openOrder(6);
  await paid(paidShort.charge.id, 700);
  const [skin] = skinsOf(shop.ctx, 6);
  await shop.ctx.db
    .updateTable('order_items')
    .set({ sku: `lol:Sumiu:${skin!.skinNum}` })
    .where('order_id', 'in', [gone.orderId, paidShort.orderId])
    .execute();
  expect(await resumeOrder(shop.ctx, gone)).toEqual({
    ok: false,
    reason: 'unknown_skin',
    skins: [`Sumiu_${skin!.skinNum}`],
  });
  expect(await resumeOrder(shop.ctx, paidShort)).toMatchObject({
    ok: true,
    charge: { id: paidShort.charge.id, mustCreate: false },
  });
});

test('an order without a code that is not open is said to be closed', async () => {
  const { userId, orderId } = await openOrder(7);
  await shop.ctx.db.deleteFrom('charges').where('order_id', '=', orderId).execute();
  for (const status of ['completed', 'cancelled'] as const) {
    await shop.ctx.db.updateTable('orders').set({ status }).where('id', '=', orderId).execute();
    expect(await resumeOrder(shop.ctx, { userId, orderId })).toEqual({
      ok: false,
      reason: 'order_cancelled',
    });
  }
});

test('an unpaid order is not cancelled in the moment in which its buyer asks for a code, has it, or pays', async () => {
  const order = await openOrder(8);
  const { userId, orderId, charge } = order;
  // As if it happened after the sweep has chosen its orders and before it locks this one.
  const meanwhile = (happens: () => Promise<unknown>) =>
    cancelUnpaidOrders({
      ...shop.ctx,
      transaction: async (work) => {
        await happens();
        return shop.ctx.transaction(work);
      },
    });
  const open = async () =>
    (
      await shop.ctx.db
        .selectFrom('orders')
        .select('id')
        .where('id', '=', orderId)
        .where('status', '=', 'awaiting_payment')
        .execute()
    ).length === 1;
  const renew = async () => {
    const resumed = await resumeOrder(shop.ctx, { userId, orderId });
    if (!resumed.ok) throw new Error(resumed.reason);
    return resumed.charge;
  };
  const pastGrace = 3600 + 1800 + 60;
  await shop.ctx.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '<>', orderId).execute();
  shop.passSeconds(pastGrace);
  expect(await meanwhile(renew)).toBe(0);
  expect(await open()).toBe(true);
  shop.passSeconds(pastGrace);
  expect(await meanwhile(async () => startCharge(shop.ctx, await renew()))).toBe(0);
  expect(await statusesOf(orderId)).toEqual(['expired', 'expired', 'pending']);
  shop.passSeconds(pastGrace);
  expect(await meanwhile(() => paid(charge.id, 1000))).toBe(0);
  expect(await open()).toBe(true);

  const left = await openOrder(9);
  // One order that cannot be written keeps no other open.
  const other = await openOrder(7);
  shop.passSeconds(pastGrace);
  let calls = 0;
  const breaking: typeof shop.ctx.transaction = (work) =>
    ++calls === 1 ? Promise.reject(new Error('broken')) : shop.ctx.transaction(work);
  expect(await cancelUnpaidOrders({ ...shop.ctx, transaction: breaking })).toBe(1);
  expect(await cancelUnpaidOrders(shop.ctx)).toBe(1);
  expect(await statusesOf(left.orderId)).toEqual(['expired']);
  expect(await statusesOf(other.orderId)).toEqual(['expired']);
  expect(await cancelUnpaidOrders(shop.ctx)).toBe(0);
});
