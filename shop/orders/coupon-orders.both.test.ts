import fc from 'fast-check';
import { isGiftOrder } from '#shop/states/is-gift.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAttention } from '#shop/attention/list-attention.ts';
import { saveSettings } from '#shop/settings/save-settings.ts';
import type { CouponRefusal } from '#shop/pricing/coupon.ts';
import { findCoupon } from '#shop/pricing/find-coupon.ts';
import { listCoupons } from '#shop/pricing/list-coupons.ts';
import { createCoupon, updateCoupon } from '#shop/pricing/save-coupon.ts';
import { acceptHeldPayment } from '#shop/payments/money/accept-held-payment.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { startCharge } from '#shop/payments/charges/start-charge.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { sweepRefunds } from '#shop/refunds/sweep-refunds.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, customer, skinsOf } from '#test/purchases.ts';
import { cancelOrder, cancelOwnOrder } from './cancel-order.ts';
import { COUPON_REFUSALS } from './explain-coupon.ts';
import { listOwnOrders } from './list-own-orders.ts';
import { placeOrder, type PlaceOrderResult } from './place-order.ts';
import { quoteOrder } from './quote-order.ts';
import { resumeOrder } from './resume-order.ts';

let shop: TestContext;
let staffId: string;
beforeAll(async () => {
  shop = await createTestContext({ gateway: (_clock, simulator) => simulator });
  staffId = await shop.createUser();
});
beforeEach(async () => {
  await shop.ctx.db.deleteFrom('rate_limits').execute();
});
afterAll(() => shop.close());

let made = 0;
async function coupon(
  terms: Omit<Parameters<typeof createCoupon>[1], 'code' | 'actorUserId'>,
): Promise<string> {
  const saved = await createCoupon(shop.ctx, {
    actorUserId: staffId,
    code: `COD${made++}`,
    ...(terms.amountCents === undefined && { percent: 10 }),
    ...terms,
  });
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  return saved.code;
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

/** A new PIX code, which is shown. */
async function resumed(userId: string, orderId: string): Promise<void> {
  const result = await resumeOrder(shop.ctx, { userId, orderId });
  if (!result.ok) throw new Error(result.reason);
  await startCharge(shop.ctx, result.charge);
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
const pricesOf = (orderId: string) =>
  shop.ctx.db
    .selectFrom('order_items')
    .select(['price_cents', 'discount_cents'])
    .where('order_id', '=', orderId)
    .execute();
async function pay(chargeId: string): Promise<void> {
  await shop.simulator.pay(chargeId);
  await checkCharge(shop.ctx, chargeId);
}

async function cancel(userId: string, orderId: string): Promise<void> {
  expect(await cancelOwnOrder(shop.ctx, { userId, orderId })).toMatchObject({ ok: true });
  await shop.settled();
}
/** As AbacatePay: a code can be paid until it expires, whatever becomes of its order. */
async function withoutClosing(work: () => Promise<void>): Promise<void> {
  const { cancel: close } = shop.simulator;
  shop.simulator.cancel = async () => ({ ok: false, reason: 'not_supported' });
  await work().finally(() => (shop.simulator.cancel = close));
}
const attentionOf = async (orderId: string) =>
  (await listAttention(shop.ctx, { orderId })).map((entry) => ({
    kind: entry.kind,
    cents: entry.amountCents,
    canDeliver: entry.canDeliver,
  }));
const heldForCoupon = { kind: 'amount_mismatch', cents: 1350, canDeliver: true };

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
  await updateCoupon(shop.ctx, { actorUserId: staffId, code: off, active: false });
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
  expect(new Set(refusals.map(([, reason]) => reason))).toEqual(new Set(Object.keys(COUPON_REFUSALS)));
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

// shows: purchase 3
test('the same skins with another code are the same open order, with one code that can be paid', async () => {
  const userId = await shop.createUser();
  const [ten, five] = [await coupon({ maxUses: 1 }), await coupon({ amountCents: 500, maxPerPerson: 1 })];
  const first = await placed(userId, [0, 1], null);
  const before = (await shop.events()).length;
  const second = await placed(userId, [0, 1], ten, 2700);
  expect(second.orderId).toBe(first.orderId);
  expect(await chargesOf(first.orderId)).toMatchObject([
    { id: first.chargeId, status: 'cancelled', amount_cents: 3000 },
    { id: second.chargeId, status: 'pending', amount_cents: 2700 },
  ]);
  // A share of what was paid, or of what goes back, is counted by these.
  expect(await pricesOf(first.orderId)).toEqual([
    { price_cents: 1500, discount_cents: 150 },
    { price_cents: 1500, discount_cents: 150 },
  ]);
  // Its open screens read again; staff did not see this order. The sweep closes the code at its provider.
  const heard = (await shop.events()).slice(before);
  expect(heard).toContainEqual({
    topic: `user:${userId}`,
    event: 'payment',
    data: { id: first.chargeId, status: 'cancelled' },
  });
  expect(heard.filter(({ event }) => event === 'orders')).toHaveLength(1);
  expect(heard.filter(({ topic }) => topic === 'staff')).toEqual([]);
  const closed = shop.ctx.db.selectFrom('charges').select('id').where('next_check_at', '<=', shop.ctx.now());
  expect(await closed.where('id', '=', first.chargeId).execute()).toHaveLength(1);
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

// shows: purchase 3
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
  // Held money stops new codes, whatever is asked for.
  const again = await place(other, [0, 1], code);
  expect(again).toMatchObject({ ok: true, charge: { id: cheap.chargeId } });
  expect(await orderOf(cheap.orderId)).toMatchObject({ total_cents: 3000 });
});

test('a code is free again when its order ends unpaid and its provider closed it, and used when a late payment revives it', async () => {
  const userId = await shop.createUser();
  const code = await coupon({ maxUses: 1, maxPerPerson: 1 });
  const { orderId, chargeId } = await placed(userId, [0], code);
  expect(await usesOf(code)).toBe(1);
  await cancel(userId, orderId);
  expect(await usesOf(code)).toBe(0);
  expect(
    await quoteOrder(shop.ctx, { skins: skinsOf(shop.ctx, 1), userId, typed: await typed(code, userId) }),
  ).toMatchObject({ coupon: { reason: null } });
  await pay(chargeId);
  expect(await orderOf(orderId)).toMatchObject({ status: 'pending', total_cents: 1350 });
  expect(await usesOf(code)).toBe(1);
  expect(reasonOf(await place(await shop.createUser(), [0], code))).toBe('used_up');
});

// shows: purchase 2
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

// shows: purchase 2
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
      expect([money.receivedCents, money.refundedCents]).toEqual([order.total_cents, back]);
      const owned = await shop.ctx.db
        .selectFrom('user_collection')
        .select('sku')
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

// shows: threat 73
test('six orders of a code for one use each, cancelled and then all paid, are one use: the others are held for staff', async () => {
  const userId = await shop.createUser();
  const code = await coupon({ maxPerPerson: 1 });
  const orders = [];
  for (let n = 0; n < 6; n++) {
    orders.push(await placed(userId, [n], code, 1350));
    await cancel(userId, orders[n]!.orderId);
  }
  for (const { chargeId } of orders) await pay(chargeId);
  const [first, second, ...others] = orders;
  expect(await orderOf(first!.orderId)).toMatchObject({ status: 'pending', attention: null });
  for (const { orderId } of [second!, ...others]) {
    expect(await orderOf(orderId)).toMatchObject({ status: 'cancelled', attention: 'amount_mismatch' });
    expect(await attentionOf(orderId)).toEqual([heldForCoupon]);
  }
  expect(await usesOf(code)).toBe(1);
  const { entries } = await listOwnOrders(shop.ctx, { userId, cursor: null });
  expect(entries.filter(({ isCouponOver }) => isCouponOver)).toHaveLength(5);
  // Staff may let it through all the same, which then counts.
  expect(await acceptHeldPayment(shop.ctx, { actorUserId: staffId, chargeId: second!.chargeId })).toEqual({
    ok: true,
  });
  expect(await orderOf(second!.orderId)).toMatchObject({ status: 'pending', attention: null });
  expect(await usesOf(code)).toBe(2);
});

// shows: threat 73
test('a cancelled order uses its code for as long as its PIX code can be paid', async () => {
  await withoutClosing(async () => {
    const userId = await shop.createUser();
    const code = await coupon({ maxPerPerson: 1 });
    const first = await placed(userId, [0], code);
    await cancel(userId, first.orderId);
    expect(await usesOf(code)).toBe(1);
    expect(reasonOf(await place(userId, [1], code))).toBe('per_person');
    // It never gave its use up, so its money is an ordinary late payment.
    await pay(first.chargeId);
    expect(await orderOf(first.orderId)).toMatchObject({ status: 'pending', attention: null });

    const other = await shop.createUser();
    const left = await placed(other, [0], code);
    await cancel(other, left.orderId);
    shop.passSeconds(3599);
    expect(reasonOf(await place(other, [1], code))).toBe('per_person');
    shop.passSeconds(2);
    expect(await usesOf(code)).toBe(1);
    const next = await placed(other, [1], code);
    await pay(left.chargeId);
    expect(await attentionOf(left.orderId)).toEqual([heldForCoupon]);
    await pay(next.chargeId);
    expect(await orderOf(next.orderId)).toMatchObject({ status: 'pending' });

    // The longest of its codes decides.
    const third = await shop.createUser();
    const renewed = await placed(third, [0], code);
    shop.passSeconds(3601);
    await resumed(third, renewed.orderId);
    await cancel(third, renewed.orderId);
    expect(reasonOf(await place(third, [1], code))).toBe('per_person');
  });
});

test('a code that nobody was shown gives its use back with its order', async () => {
  const userId = await shop.createUser();
  const code = await coupon({ maxPerPerson: 1 });
  const result = await place(userId, [0], code);
  if (!result.ok) throw new Error(result.reason);
  await cancel(userId, result.order.id);
  expect(await usesOf(code)).toBe(0);
});

test('a code that its provider ends before the shop does gives its use back with its order', async () => {
  await withoutClosing(async () => {
    const userId = await shop.createUser();
    const code = await coupon({ maxPerPerson: 1 });
    const { orderId, chargeId } = await placed(userId, [0], code);
    const { find } = shop.simulator;
    shop.simulator.find = async (reference) => {
      const found = await find(reference);
      return found.ok ? { ...found, charge: { ...found.charge, status: 'expired' } } : found;
    };
    await checkCharge(shop.ctx, chargeId).finally(() => (shop.simulator.find = find));
    expect(await chargesOf(orderId)).toMatchObject([{ status: 'expired' }]);
    await cancel(userId, orderId);
    expect(await usesOf(code)).toBe(0);
  });
});

test('money is taken for an open order whatever became of its coupon, and for a cancelled one that had none or that others only hold', async () => {
  const off = await coupon({});
  const open = await placed(await shop.createUser(), [0], off);
  await updateCoupon(shop.ctx, { actorUserId: staffId, code: off, active: false });
  const userId = await shop.createUser();
  const code = await coupon({});
  const [plain, late] = [await placed(userId, [0], null), await placed(userId, [1], code)];
  for (const { orderId } of [plain, late]) await cancel(userId, orderId);
  // As many unpaid orders as may hold one code.
  for (const position of [2, 3]) await placed(userId, [position], code);
  for (const { orderId, chargeId } of [open, plain, late]) {
    await pay(chargeId);
    expect(await orderOf(orderId)).toMatchObject({ status: 'pending', attention: null });
  }
});

// shows: threat 73
test('of two cancelled orders that are paid at once, one revives with the last use', async () => {
  for (let round = 0; round < 3; round++) {
    const code = await coupon({ maxUses: 1 });
    const orders = [];
    for (const userId of [await shop.createUser(), await shop.createUser()]) {
      orders.push(await placed(userId, [round], code));
      await cancel(userId, orders.at(-1)!.orderId);
    }
    await Promise.all(orders.map(({ chargeId }) => pay(chargeId)));
    const statuses = await Promise.all(orders.map(async ({ orderId }) => (await orderOf(orderId)).status));
    expect(statuses.sort()).toEqual(['cancelled', 'pending']);
    expect(await usesOf(code)).toBe(1);
  }
});

test('the missing rest of a small payment revives a cancelled order only if its code may be used once more', async () => {
  const userId = await shop.createUser();
  const code = await coupon({ maxPerPerson: 1 });
  const first = await placed(userId, [0], code);
  await cancel(userId, first.orderId);
  await shop.simulator.pay(first.chargeId, 1000);
  await checkCharge(shop.ctx, first.chargeId);
  const second = await placed(userId, [1], code);
  await shop.simulator.pay(first.chargeId, 350);
  await checkCharge(shop.ctx, first.chargeId, { evenIfPaid: true });
  expect(await orderOf(first.orderId)).toMatchObject({ status: 'cancelled', attention: 'amount_mismatch' });
  expect(await attentionOf(first.orderId)).toEqual([heldForCoupon]);
  await cancel(userId, second.orderId);
  await shop.simulator.pay(first.chargeId, 100);
  await checkCharge(shop.ctx, first.chargeId, { evenIfPaid: true });
  expect(await orderOf(first.orderId)).toMatchObject({ status: 'pending', attention: null });
});

test('the account that paid for a cancelled order is gone: its money goes back, whatever its code says', async () => {
  const userId = await shop.createUser();
  const code = await coupon({ maxUses: 1 });
  const { orderId, chargeId } = await placed(userId, [0], code);
  await cancel(userId, orderId);
  await placed(await shop.createUser(), [0], code);
  await shop.ctx.db.deleteFrom('users').where('id', '=', userId).execute();
  await pay(chargeId);
  expect(await attentionOf(orderId)).toMatchObject([{ kind: 'refund_due', cents: 1350 }]);
});

// shows: threat 73
test('two unpaid orders of an account hold one code, and the third is refused until one is paid or ends', async () => {
  const userId = await shop.createUser();
  const code = await coupon({});
  const results = await Promise.all(Array.from({ length: 6 }, (_, n) => place(userId, [n], code)));
  expect(results.map(reasonOf).sort()).toEqual([
    'none',
    'none',
    ...Array.from({ length: 4 }, () => 'per_person'),
  ]);
  const held = results.flatMap((result) => (result.ok ? [result] : []));
  for (const { charge } of held) await startCharge(shop.ctx, charge);
  // The same skins again are no third order.
  const position = results.findIndex(({ ok }) => ok);
  expect(reasonOf(await place(userId, [position], code))).toBe('none');
  expect(reasonOf(await place(await shop.createUser(), [0], code))).toBe('none');
  await pay(held[0]!.charge.id);
  expect(reasonOf(await place(userId, [7], code))).toBe('none');
  await cancel(userId, held[1]!.order.id);
  expect(reasonOf(await place(userId, [8], code))).toBe('none');
  expect(reasonOf(await place(userId, [9], code))).toBe('per_person');
});

// shows: threat 73
test('a new PIX code for an order whose coupon is over is quoted without it, and one that can be paid keeps it', async () => {
  const off = async (code: string) =>
    expect(await updateCoupon(shop.ctx, { actorUserId: staffId, code, active: false })).toMatchObject({
      ok: true,
    });
  for (const end of [
    off,
    (code: string) => updateCoupon(shop.ctx, { actorUserId: staffId, code, validTo: shop.ctx.now() }),
  ]) {
    const userId = await shop.createUser();
    const code = await coupon({});
    const { orderId, chargeId } = await placed(userId, [0, 1], code);
    await end(code);
    expect(await resumeOrder(shop.ctx, { userId, orderId })).toMatchObject({
      ok: true,
      order: { totalCents: 2700 },
      charge: { id: chargeId },
    });
    // So does the same request once more, as after a lost answer.
    expect(await place(userId, [0, 1], code, 2700)).toMatchObject({ ok: true, charge: { id: chargeId } });
    shop.passSeconds(3601);
    // Whoever types the code again reads why it does not count.
    expect(reasonOf(await place(userId, [0, 1], code, 2700))).toMatch(/inactive|expired/);
    const resumed = await resumeOrder(shop.ctx, { userId, orderId });
    expect(resumed).toMatchObject({ ok: true, order: { totalCents: 3000 } });
    expect(await orderOf(orderId)).toMatchObject({ coupon_code: null, discount_cents: 0, total_cents: 3000 });
    expect(await chargesOf(orderId)).toMatchObject([{ amount_cents: 2700 }, { amount_cents: 3000 }]);
    await pay(chargeId);
    expect(await orderOf(orderId)).toMatchObject({
      status: 'awaiting_payment',
      attention: 'amount_mismatch',
    });
  }
});

test('a code that staff turn off counts no more for whoever has typed it, and holds money for a cancelled order', async () => {
  const userId = await shop.createUser();
  const code = await coupon({});
  const { orderId, chargeId } = await placed(userId, [0], code);
  await cancel(userId, orderId);
  const read = await typed(code, userId);
  await updateCoupon(shop.ctx, { actorUserId: staffId, code, active: false });
  const request = {
    userId,
    customer,
    purchase: buy(shop.ctx, [1]),
    shownTotalCents: null,
    idempotencyKey: null,
  };
  expect(reasonOf(await placeOrder(shop.ctx, { ...request, coupon: read }))).toBe('inactive');
  await pay(chargeId);
  expect(await attentionOf(orderId)).toEqual([heldForCoupon]);
});

test('a coupon that still counts stays with its order when that gets a new PIX code', async () => {
  const userId = await shop.createUser();
  const code = await coupon({ maxUses: 1, maxPerPerson: 1 });
  const { orderId } = await placed(userId, [0], code);
  shop.passSeconds(3601);
  expect(await resumeOrder(shop.ctx, { userId, orderId })).toMatchObject({
    ok: true,
    order: { totalCents: 1350 },
  });
  expect(await orderOf(orderId)).toMatchObject({ coupon_code: code, total_cents: 1350 });
});

test('a refused code changes nothing about an order that is open already', async () => {
  const userId = await shop.createUser();
  const spent = await coupon({ maxUses: 1 });
  await placed(await shop.createUser(), [0], spent);
  const mine = await coupon({ maxPerPerson: 1 });
  await placed(userId, [5], mine);
  const over = await coupon({ validTo: new Date(shop.ctx.now().getTime() - 1) });
  const open = await placed(userId, [0, 1], null, 3000);
  for (const [code, reason] of [
    [over, 'expired'],
    [spent, 'used_up'],
    [mine, 'per_person'],
  ] as const) {
    for (const shown of [null, 2700]) expect(reasonOf(await place(userId, [0, 1], code, shown))).toBe(reason);
  }
  expect(await orderOf(open.orderId)).toMatchObject({ total_cents: 3000, coupon_code: null });
  expect(await chargesOf(open.orderId)).toMatchObject([{ id: open.chargeId, status: 'pending' }]);
});

test('an order that was paid and then cancelled has used its code', async () => {
  const userId = await shop.createUser();
  const code = await coupon({ maxPerPerson: 1 });
  const { orderId, chargeId } = await placed(userId, [0], code);
  await pay(chargeId);
  expect(
    await cancelOrder(shop.ctx, { actorUserId: staffId, orderId, reason: 'A pedido do cliente.' }),
  ).toMatchObject({ ok: true });
  shop.passSeconds(3601);
  expect(await usesOf(code)).toBe(1);
  expect(reasonOf(await place(userId, [1], code))).toBe('per_person');
});

/** Saves another price for all skins. */
async function setPrice(flatPriceCents: number): Promise<void> {
  const saved = await saveSettings(shop.ctx, { actorUserId: staffId, entries: { flatPriceCents } });
  expect(saved).toMatchObject({ ok: true });
  await shop.ctx.catalog.reload();
}

// shows: threat 76
test('after a change of price an open order is quoted anew for whoever was shown it, and money for its old code is judged by it', async () => {
  const [userId, other] = [await shop.createUser(), await shop.createUser()];
  const [cheap, alsoCheap] = [
    await placed(userId, [0, 1], null, 3000),
    await placed(other, [0, 1], null, 3000),
  ];
  await setPrice(2000);
  try {
    // A retried request, or a screen from before, has the order that it asked for.
    expect(await placed(userId, [0, 1], null, 3000)).toEqual(cheap);
    expect(reasonOf(await place(userId, [0, 1], null, 3500))).toBe('price_mismatch');
    const dear = await placed(userId, [0, 1], null, 4000);
    expect(dear.orderId).toBe(cheap.orderId);
    expect(await chargesOf(cheap.orderId)).toMatchObject([
      { id: cheap.chargeId, status: 'cancelled', amount_cents: 3000 },
      { id: dear.chargeId, status: 'pending', amount_cents: 4000 },
    ]);
    expect(await placed(userId, [0, 1], null, 4000)).toEqual(dear);
    await pay(cheap.chargeId);
    expect(await orderOf(cheap.orderId)).toMatchObject({
      status: 'awaiting_payment',
      attention: 'amount_mismatch',
    });
    // Money is there: whatever is shown, nothing is quoted anew.
    await placed(other, [0, 1], null, 4000);
  } finally {
    await setPrice(1500);
  }
  expect(await place(userId, [0, 1], null, 4000)).toMatchObject({ ok: true, charge: { id: cheap.chargeId } });
  expect(await orderOf(cheap.orderId)).toMatchObject({ total_cents: 4000 });
  const back = await placed(other, [0, 1], null, 3000);
  expect(back.orderId).toBe(alsoCheap.orderId);
  expect((await chargesOf(back.orderId)).map(({ status }) => status)).toEqual([
    'cancelled',
    'cancelled',
    'pending',
  ]);
});

// shows: threat 76
test('after a change of its coupon an open order is quoted anew, as a gift too', async () => {
  for (const gift of [null, { email: 'amiga@exemplo.com', message: null }]) {
    const userId = await shop.createUser();
    const code = await coupon({ maxUses: 2, maxPerPerson: 1 });
    const request = async (shownTotalCents: number) =>
      placeOrder(shop.ctx, {
        userId,
        customer,
        purchase: buy(shop.ctx, [0]),
        shownTotalCents,
        idempotencyKey: null,
        coupon: await typed(code, userId),
        gift,
      });
    const first = await request(1350);
    if (!first.ok) throw new Error(first.reason);
    // It keeps the use that it has, however few staff leave.
    await placed(await shop.createUser(), [0], code);
    await updateCoupon(shop.ctx, { actorUserId: staffId, code, percent: 20, maxUses: 1 });
    const second = await request(1200);
    expect(second).toMatchObject({
      ok: true,
      order: { id: first.order.id, total_cents: 1200, coupon_code: code },
    });
    expect(await isGiftOrder(shop.ctx.db, first.order.id)).toBe(gift !== null);
    expect(await chargesOf(first.order.id)).toMatchObject([
      { status: 'cancelled', amount_cents: 1350 },
      { status: 'creating', amount_cents: 1200 },
    ]);
  }
});
