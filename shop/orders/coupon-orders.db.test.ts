import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CouponForm } from '#shop/pricing/check-coupon.ts';
import type { CouponRefusal } from '#shop/pricing/coupon.ts';
import { findCoupon } from '#shop/pricing/find-coupon.ts';
import { listCoupons } from '#shop/pricing/list-coupons.ts';
import { createCoupon, updateCoupon } from '#shop/pricing/save-coupon.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { startCharge } from '#shop/payments/charges/start-charge.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { sweepRefunds } from '#shop/refunds/sweep-refunds.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, customer, skinsOf } from '#test/purchases.ts';
import { cancelOwnOrder } from './cancel-order.ts';
import { listOwnOrders } from './list-own-orders.ts';
import { placeOrder, type PlaceOrderResult } from './place-order.ts';
import { quoteOrder } from './quote-order.ts';

let shop: TestContext;
let staffId: string;
beforeAll(async () => {
  shop = await createTestContext();
  staffId = await shop.createUser();
});
beforeEach(async () => {
  await shop.ctx.db.deleteFrom('rate_limits').execute();
});
afterAll(() => shop.close());

let made = 0;
async function coupon(terms: Partial<CouponForm>): Promise<string> {
  const saved = await createCoupon(shop.ctx, {
    actorUserId: staffId,
    coupon: {
      code: `COD${made++}`,
      percent: terms.amountCents === undefined ? 10 : null,
      amountCents: null,
      validFrom: null,
      validTo: null,
      maxUses: null,
      maxPerPerson: null,
      minTotalCents: null,
      championId: null,
      creator: null,
      active: true,
      ...terms,
    },
  });
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  return saved.coupon.code;
}

async function typed(code: string, userId: string) {
  const found = await findCoupon(shop.ctx, { code, userId, address: '203.0.113.7' });
  if (!found.ok) throw new Error(found.reason);
  return found;
}

async function place(userId: string, positions: number[], code: string | null, shown: number | null = null) {
  return placeOrder(shop.ctx, {
    userId,
    customer,
    purchase: buy(shop.ctx, positions),
    shownTotalCents: shown,
    idempotencyKey: null,
    coupon: code === null ? null : await typed(code, userId),
  });
}

async function placed(...args: Parameters<typeof place>) {
  const result = await place(...args);
  if (!result.ok) throw new Error(JSON.stringify(result));
  const started = await startCharge(shop.ctx, result.charge);
  if (!started.ok) throw new Error(started.reason);
  return { orderId: result.order.id, chargeId: result.charge.id };
}

const reasonOf = (result: PlaceOrderResult): string =>
  result.ok ? 'none' : result.reason === 'coupon' ? result.coupon : result.reason;
const usesOf = async (code: string) => (await listCoupons(shop.ctx, code))[0]?.uses;
const orderOf = (orderId: string) =>
  shop.ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
const chargesOf = (orderId: string) =>
  shop.ctx.db
    .selectFrom('charges')
    .select(['id', 'status', 'amount_cents'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();
async function pay(chargeId: string): Promise<void> {
  await shop.simulator.pay(chargeId);
  await checkCharge(shop.ctx, chargeId);
}

test('an order with a code asks for the lower total and says what was taken off', async () => {
  const userId = await shop.createUser();
  const code = await coupon({ percent: 10, creator: 'Ana' });
  const { orderId, chargeId } = await placed(userId, [0, 1], ` ${code.toLowerCase()} `, 2700);
  expect(await chargesOf(orderId)).toMatchObject([{ amount_cents: 2700, status: 'pending' }]);
  await pay(chargeId);
  const { entries } = await listOwnOrders(shop.ctx, { userId, cursor: null });
  expect(entries[0]).toMatchObject({ totalCents: 2700, discountCents: 300, couponCode: code });
  expect(entries[0]?.items.map((item) => [item.priceCents, item.paidCents])).toEqual([
    [1500, 1350],
    [1500, 1350],
  ]);
  expect(await listCoupons(shop.ctx, code)).toMatchObject([
    { uses: 1, paid: 1, revenueCents: 2700, discountCents: 300 },
  ]);
});

test('each reason why a code does not count has its word, for a quote and at checkout', async () => {
  const userId = await shop.createUser();
  const now = shop.ctx.now().getTime();
  const { championId } = skinsOf(shop.ctx, 0)[0]!;
  const other = shop.ctx.catalog.current().champions.find(({ id }) => id !== championId)!;
  const spent = await coupon({ maxUses: 1 });
  await placed(await shop.createUser(), [0], spent);
  const mine = await coupon({ maxPerPerson: 1 });
  await placed(userId, [5], mine);
  const off = await coupon({});
  await updateCoupon(shop.ctx, { actorUserId: staffId, code: off, changes: { active: false } });
  const refusals: [code: string, reason: CouponRefusal][] = [
    ['NAOEXISTE', 'unknown'],
    ['não é código', 'unknown'],
    [off, 'inactive'],
    [await coupon({ validFrom: new Date(now + 60_000) }), 'not_yet'],
    [await coupon({ validTo: new Date(now - 1) }), 'expired'],
    [await coupon({ championId: other.id }), 'champion'],
    [await coupon({ minTotalCents: 1501 }), 'min_total'],
    [spent, 'used_up'],
    [mine, 'per_person'],
  ];
  for (const [code, reason] of refusals) {
    expect(reasonOf(await place(userId, [0], code)), code).toBe(reason);
    const quoted = await quoteOrder(shop.ctx, {
      skins: skinsOf(shop.ctx, 0),
      userId,
      typed: await typed(code, userId),
    });
    expect(quoted, code).toMatchObject({ ok: true, coupon: { reason }, plan: { totalCents: 1500 } });
  }
  expect((await listOwnOrders(shop.ctx, { userId, cursor: null })).entries).toHaveLength(1);
});

test('the same skins with another code are the same open order, with one code that can be paid', async () => {
  const userId = await shop.createUser();
  const [ten, five] = [await coupon({ maxUses: 1 }), await coupon({ amountCents: 500, maxPerPerson: 1 })];
  const first = await placed(userId, [0, 1], null);
  const second = await placed(userId, [0, 1], ten, 2700);
  expect(second.orderId).toBe(first.orderId);
  expect(await chargesOf(first.orderId)).toMatchObject([
    { id: first.chargeId, status: 'cancelled', amount_cents: 3000 },
    { id: second.chargeId, status: 'pending', amount_cents: 2700 },
  ]);
  // Again with the same code, although this order has used it up: nothing changes.
  expect(await placed(userId, [0, 1], ten, 2700)).toEqual(second);
  const quoted = await quoteOrder(shop.ctx, {
    skins: skinsOf(shop.ctx, 0, 1),
    userId,
    typed: await typed(ten, userId),
  });
  expect(quoted).toMatchObject({ plan: { totalCents: 2700 }, coupon: { reason: null } });
  expect(reasonOf(await place(await shop.createUser(), [0], ten))).toBe('used_up');

  const third = await placed(userId, [0, 1], five, 2500);
  expect(third.orderId).toBe(first.orderId);
  expect([await usesOf(ten), await usesOf(five)]).toEqual([0, 1]);
  expect(reasonOf(await place(userId, [0, 1], null, 2500))).toBe('price_mismatch');
  const plain = await placed(userId, [0, 1], null, 3000);
  expect(await orderOf(first.orderId)).toMatchObject({
    total_cents: 3000,
    discount_cents: 0,
    coupon_code: null,
  });
  expect((await chargesOf(first.orderId)).filter(({ status }) => status === 'pending')).toEqual([
    { id: plain.chargeId, status: 'pending', amount_cents: 3000 },
  ]);
  expect(await usesOf(five)).toBe(0);
});

test('money for the old code is judged by the new total', async () => {
  const userId = await shop.createUser();
  const code = await coupon({});
  const dear = await placed(userId, [0, 1], null);
  await placed(userId, [0, 1], code);
  await pay(dear.chargeId);
  expect(await orderOf(dear.orderId)).toMatchObject({ status: 'pending', total_cents: 2700 });
  const { entries } = await listOwnOrders(shop.ctx, { userId, cursor: null });
  expect(entries[0]).toMatchObject({ refundDueCents: 300 });

  const other = await shop.createUser();
  const cheap = await placed(other, [0, 1], code);
  await placed(other, [0, 1], null);
  await pay(cheap.chargeId);
  expect(await orderOf(cheap.orderId)).toMatchObject({
    status: 'awaiting_payment',
    attention: 'amount_mismatch',
  });
  // Held money stops new codes, whatever is asked for (ruling 26).
  const again = await place(other, [0, 1], code);
  expect(again).toMatchObject({ ok: true, charge: { id: cheap.chargeId } });
  expect(await orderOf(cheap.orderId)).toMatchObject({ total_cents: 3000 });
});

test('a code is free again when its order ends unpaid, and used when a late payment revives it', async () => {
  const userId = await shop.createUser();
  const code = await coupon({ maxUses: 1, maxPerPerson: 1 });
  const { orderId, chargeId } = await placed(userId, [0], code);
  expect(await usesOf(code)).toBe(1);
  await cancelOwnOrder(shop.ctx, { userId, orderId });
  expect(await usesOf(code)).toBe(0);
  expect(
    await quoteOrder(shop.ctx, { skins: skinsOf(shop.ctx, 1), userId, typed: await typed(code, userId) }),
  ).toMatchObject({ coupon: { reason: null } });
  await pay(chargeId);
  expect(await orderOf(orderId)).toMatchObject({ status: 'pending', total_cents: 1350 });
  expect(await usesOf(code)).toBe(1);
  expect(reasonOf(await place(await shop.createUser(), [0], code))).toBe('used_up');
});

test('fifty buyers at once never use a code more often than it may be used', async () => {
  const code = await coupon({ maxUses: 7 });
  const buyers = await Promise.all(Array.from({ length: 50 }, () => shop.createUser()));
  const coupons = await Promise.all(buyers.map((userId) => typed(code, userId)));
  const results = await Promise.all(
    buyers.map((userId, n) =>
      placeOrder(shop.ctx, {
        userId,
        customer,
        purchase: buy(shop.ctx, [n % 5]),
        shownTotalCents: 1350,
        idempotencyKey: null,
        coupon: coupons[n]!,
      }),
    ),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(7);
  expect(new Set(results.map(reasonOf))).toEqual(new Set(['none', 'used_up']));
  expect(await usesOf(code)).toBe(7);
});

test('one person with many carts at once uses a code as often as a person may', async () => {
  const code = await coupon({ maxPerPerson: 2 });
  const userId = await shop.createUser();
  const results = await Promise.all(Array.from({ length: 8 }, (_, n) => place(userId, [n], code)));
  expect(results.map(reasonOf).sort()).toEqual([
    ...Array.from({ length: 2 }, () => 'none'),
    ...Array.from({ length: 6 }, () => 'per_person'),
  ]);
});

test('guesses of codes are limited, and a code that exists does not count', async () => {
  const userId = await shop.createUser();
  const code = await coupon({});
  for (let n = 0; n < 31; n++) await typed(code, userId);
  for (let n = 0; n < 30; n++) await typed(`ERRADO${n}`, userId);
  const find = (address: string, who: string | null) => findCoupon(shop.ctx, { code, userId: who, address });
  expect(await find('203.0.113.7', userId)).toMatchObject({ ok: false, reason: 'too_many_tries' });
  expect(await find('203.0.113.7', null)).toMatchObject({ ok: true });
  for (let n = 0; n < 70; n++)
    await findCoupon(shop.ctx, { code: `ERRADO${n}`, userId: null, address: '203.0.113.7' });
  expect(await find('203.0.113.7', null)).toMatchObject({ ok: false });
  expect(await find('198.51.100.9', null)).toMatchObject({ ok: true });
});

test('shares of a discounted order and its refunds add up to the centavo', async () => {
  const terms = fc.oneof(
    fc.integer({ min: 1, max: 100 }).map((percent) => ({ percent })),
    fc.integer({ min: 1, max: 9000 }).map((amountCents) => ({ amountCents, percent: null })),
  );
  const cart = fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(cart, terms, fc.boolean(), fc.nat(63), async (positions, discount, isOne, picks) => {
      await shop.ctx.db.deleteFrom('rate_limits').execute();
      const userId = await shop.createUser();
      const { championId } = skinsOf(shop.ctx, positions[0]!)[0]!;
      const code = await coupon({ ...discount, championId: isOne ? championId : null });
      const { orderId, chargeId } = await placed(userId, positions, code);
      await pay(chargeId);
      const order = await orderOf(orderId);
      const items = await shop.ctx.db
        .selectFrom('order_items')
        .selectAll()
        .where('order_id', '=', orderId)
        .orderBy('position')
        .execute();
      const paid = items.map((item) => item.paid_cents ?? item.price_cents);
      const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0);
      expect(sum(paid)).toBe(order.total_cents);
      expect(paid).toEqual(items.map((item) => item.price_cents - item.discount_cents));

      const returned = items.filter((_, n) => (picks >> n) & 1);
      const back = sum(returned.map((item) => item.paid_cents ?? item.price_cents));
      if (back === 0) return;
      const ask = (itemIds: string[]) =>
        requestRefund(shop.ctx, {
          actorUserId: staffId,
          orderId,
          itemIds,
          note: 'devolvido',
          requestKey: null,
        });
      expect(await ask(returned.map(({ id }) => id))).toMatchObject({ ok: true });
      expect(await ask([returned[0]!.id])).toMatchObject({ ok: false });
      await shop.settled();
      await sweepRefunds(shop.ctx);
      const money = await readMoneyOfOrder(shop.ctx.db, orderId);
      expect([money.receivedCents, money.returnedCents]).toEqual([order.total_cents, back]);
      const owned = await shop.ctx.db
        .selectFrom('user_collection')
        .select('skin_num')
        .where('user_id', '=', userId)
        .execute();
      expect(owned).toHaveLength(back === order.total_cents ? 0 : items.length - returned.length);
    }),
    { numRuns: 12 },
  );
});

test('a skin that a coupon made free has nothing to give back', async () => {
  const user = await shop.createUser();
  const { skins } = shop.ctx.catalog.current();
  const other = skins.findIndex(({ championId }) => championId !== skins[0]!.championId);
  const code = await coupon({ percent: 100, championId: skins[0]!.championId });
  const { orderId, chargeId } = await placed(user, [0, other], code);
  await shop.simulator.pay(chargeId);
  await checkCharge(shop.ctx, chargeId);
  const items = shop.ctx.db.selectFrom('order_items').select(['id', 'paid_cents']);
  const [free] = await items.where('order_id', '=', orderId).orderBy('position').execute();
  expect(free?.paid_cents).toBe(0);
  const asked = { actorUserId: staffId, orderId, itemIds: [free!.id], note: 'Pedido', requestKey: null };
  expect(await requestRefund(shop.ctx, asked)).toEqual({ ok: false, reason: 'nothing_left' });
});
