import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut, skinsOf } from '#test/purchases.ts';
import { checkCharge } from './check-charge.ts';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { startCharge } from './start-charge.ts';
import { sweepCharges } from './sweep-charges.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

async function state(orderId: string) {
  const db = shop.ctx.db;
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  return {
    status: order.status,
    attention: order.attention,
    collection: (
      await db.selectFrom('user_collection').select('id').where('order_id', '=', orderId).execute()
    ).length,
    refunds: await db
      .selectFrom('refunds')
      .select(['reason', 'amount_cents'])
      .where('order_id', '=', orderId)
      .orderBy('reason')
      .execute(),
    mails: (await shop.jobs()).filter(
      (job) => job.name === 'mail-payment-confirmed' && job.data.orderId === orderId,
    ).length,
  };
}

const paidOnce = { status: 'pending', attention: null, refunds: [], mails: 1 };

test('nothing moves while the gateway says pending', async () => {
  const { orderId, charge } = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [0]),
  });
  expect(await checkCharge(shop.ctx, charge.id)).toEqual({ ok: true, status: 'pending' });
  expect(await state(orderId)).toMatchObject({ status: 'awaiting_payment', collection: 0, mails: 0 });
});

// shows: threat 11, purchase 11
test('one payment confirmed fifty times at once moves the order, mails and fills the collection once', async () => {
  const userId = await shop.createUser();
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [0, 1]) });
  await shop.simulator.pay(charge.id);
  const answers = await Promise.all(Array.from({ length: 50 }, () => checkCharge(shop.ctx, charge.id)));
  expect(answers).toEqual(Array.from({ length: 50 }, () => ({ ok: true, status: 'paid' })));
  expect(await state(orderId)).toEqual({ ...paidOnce, collection: 2 });
  const events = await shop.events();
  const heard = events.filter((event) => event.topic === `user:${userId}` && event.event === 'payment');
  expect(heard).toEqual([
    { topic: `user:${userId}`, event: 'payment', data: { id: charge.id, status: 'paid' } },
  ]);
});

// shows: threat 15, purchase 12, purchase 24
test('a payment after the order was cancelled revives it', async () => {
  const { orderId, charge } = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [2]),
  });
  shop.passSeconds(3600 + 1800 + 60);
  await sweepCharges(shop.ctx);
  expect(await state(orderId)).toMatchObject({ status: 'cancelled', mails: 0 });
  await shop.simulator.pay(charge.id);
  await checkCharge(shop.ctx, charge.id);
  expect(await state(orderId)).toEqual({ ...paidOnce, collection: 1 });
});

// shows: threat 16, purchase 24
test('too little money holds the charge for staff and keeps the order from being cancelled', async () => {
  const { orderId, charge } = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [3]),
  });
  await shop.simulator.pay(charge.id, 100);
  expect(await checkCharge(shop.ctx, charge.id)).toEqual({ ok: true, status: 'held' });
  const held = {
    status: 'awaiting_payment',
    attention: 'amount_mismatch',
    collection: 0,
    refunds: [],
    mails: 0,
  };
  expect(await state(orderId)).toEqual(held);
  shop.passSeconds(24 * 3600);
  await sweepCharges(shop.ctx);
  expect(await state(orderId)).toEqual(held);
});

test('too much money delivers and records the difference for refund', async () => {
  const { orderId, charge } = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [4]),
  });
  await shop.simulator.pay(charge.id, 2000);
  await checkCharge(shop.ctx, charge.id);
  expect(await state(orderId)).toEqual({
    ...paidOnce,
    collection: 1,
    refunds: [{ reason: 'overpaid', amount_cents: 500 }],
  });
});

// shows: threat 17
test('two codes of one order, both paid: delivered once, the second is owed back', async () => {
  const userId = await shop.createUser();
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [5]) });
  shop.passSeconds(3601);
  const renewed = await resumeOrder(shop.ctx, { userId, orderId });
  if (!renewed.ok) throw new Error(renewed.reason);
  await startCharge(shop.ctx, renewed.charge);
  await shop.simulator.pay(charge.id);
  await shop.simulator.pay(renewed.charge.id);
  await Promise.all([checkCharge(shop.ctx, charge.id), checkCharge(shop.ctx, renewed.charge.id)]);
  expect(await state(orderId)).toEqual({
    ...paidOnce,
    collection: 1,
    refunds: [{ reason: 'paid_twice', amount_cents: 1500 }],
  });
});

test('a skin bought in two orders that are both paid is owned once and owed back once', async () => {
  const userId = await shop.createUser();
  const single = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [6]) });
  const cart = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [6, 7]) });
  await shop.simulator.pay(single.charge.id);
  await shop.simulator.pay(cart.charge.id);
  await checkCharge(shop.ctx, single.charge.id);
  await checkCharge(shop.ctx, cart.charge.id);
  expect(await state(cart.orderId)).toEqual({
    ...paidOnce,
    collection: 1,
    refunds: [{ reason: 'already_owned', amount_cents: 1500 }],
  });
});

test('an active product with a file delivers its skin at payment; a mixed order waits for the rest', async () => {
  const [linked, plain] = skinsOf(shop.ctx, 8, 9);
  await shop.ctx.db
    .insertInto('products')
    .values({
      name: 'Arquivo pronto',
      price_cents: 1500,
      download_url: 'https://arquivos.exemplo.com/a.zip',
      sku: linked!.sku,
      stock: 0,
      description: null,
      champion: null,
      image_url: null,
    })
    .execute();
  const alone = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: { kind: 'skins', skins: [linked!] },
  });
  await shop.simulator.pay(alone.charge.id);
  await checkCharge(shop.ctx, alone.charge.id);
  expect(await state(alone.orderId)).toEqual({ ...paidOnce, status: 'completed', collection: 1 });

  const mixed = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: { kind: 'skins', skins: [linked!, plain!] },
  });
  await shop.simulator.pay(mixed.charge.id);
  await checkCharge(shop.ctx, mixed.charge.id);
  expect(await state(mixed.orderId)).toEqual({ ...paidOnce, collection: 2 });
  const links = await shop.ctx.db
    .selectFrom('owed_items')
    .select('link')
    .where('order_id', '=', mixed.orderId)
    .orderBy('position')
    .execute();
  expect(links.map((row) => row.link)).toEqual(['https://arquivos.exemplo.com/a.zip', null]);
});

// shows: threat 14
test('the sweep finds a payment nobody told us about, and asks each charge in its turn only', async () => {
  const { orderId, charge } = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [10]),
  });
  await shop.simulator.pay(charge.id);
  shop.passSeconds(60);
  await sweepCharges(shop.ctx);
  expect(await state(orderId)).toEqual({ ...paidOnce, collection: 1 });
  expect((await sweepCharges(shop.ctx)).asked).toBe(0);
});

test('a payment stops at the database when the collection cannot be written: nothing is half done', async () => {
  const { orderId, charge } = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [11]),
  });
  await shop.simulator.pay(charge.id);
  const { enqueue } = shop.ctx;
  const broken = { ...shop.ctx, enqueue: () => Promise.reject(new Error('queue down')) };
  await expect(checkCharge(broken, charge.id)).rejects.toThrow('queue down');
  expect(await state(orderId)).toMatchObject({ status: 'awaiting_payment', collection: 0, mails: 0 });
  await checkCharge({ ...shop.ctx, enqueue }, charge.id);
  expect(await state(orderId)).toEqual({ ...paidOnce, collection: 1 });
});
