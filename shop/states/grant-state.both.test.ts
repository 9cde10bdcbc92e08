import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelOrder } from '#shop/orders/cancel-order.ts';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { startCharge } from '#shop/payments/charges/start-charge.ts';
import { sweepCharges } from '#shop/payments/charges/sweep-charges.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { restoreGrants } from './grant-state.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut, skinsOf } from '#test/purchases.ts';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await shop.createUser('Equipe');
});
afterAll(() => shop.close());

const grantsOf = (orderId: string) =>
  shop.ctx.db
    .selectFrom('grants')
    .innerJoin('order_items', 'order_items.id', 'item_id')
    .selectAll('grants')
    .select('paid_cents')
    .where('grants.order_id', '=', orderId)
    .orderBy('position')
    .execute();

/** Its file goes out by itself. */
async function sellReady(position: number): Promise<void> {
  const [skin] = skinsOf(shop.ctx, position);
  await shop.ctx.db
    .insertInto('products')
    .values({
      name: 'Pronta',
      price_cents: 1500,
      download_url: 'https://arquivos.exemplo.com/pronta.zip',
      sku: skin!.sku,
    })
    .execute();
}

test('what is owed begins with the money, and an order that is paid again after a refund owes anew', async () => {
  await sellReady(0);
  const userId = await shop.createUser();
  const { orderId, charge: early } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [0, 1]) });
  expect(await grantsOf(orderId)).toEqual([]);
  // Its first code runs out, and the second is paid.
  shop.passSeconds(3600 + 60);
  const resumed = await resumeOrder(shop.ctx, { userId, orderId });
  const started = resumed.ok ? await startCharge(shop.ctx, resumed.charge) : null;
  if (!started?.ok) throw new Error('no second code');
  await shop.simulator.pay(started.charge.id);
  await checkCharge(shop.ctx, started.charge.id);
  const first = await grantsOf(orderId);
  expect(first).toMatchObject([
    { state: 'ready', waits_for: null, owner_id: userId, is_shown: true },
    { state: 'waiting', waits_for: 'staff', owner_id: userId, is_shown: true },
  ]);

  expect(await cancelOrder(shop.ctx, { actorUserId: clerk, orderId, reason: 'Engano.' })).toMatchObject({
    ok: true,
  });
  expect((await grantsOf(orderId)).map(({ state, is_shown }) => [state, is_shown])).toEqual([
    ['revoked', false],
    ['revoked', false],
  ]);
  await shop.ctx.db
    .updateTable('order_items')
    .set({ paid_cents: 700 })
    .where('order_id', '=', orderId)
    .execute();
  await shop.simulator.pay(early.id);
  await sweepCharges(shop.ctx);
  await checkCharge(shop.ctx, early.id);
  const again = await grantsOf(orderId);
  expect(again).toMatchObject([
    { state: 'ready', is_shown: true, paid_cents: null },
    { state: 'waiting', waits_for: 'staff', link: null, is_shown: true, paid_cents: null },
  ]);
  // Whoever still has an old address of it gets nothing there.
  expect(again.map(({ id }) => id)).not.toContain(first[0]!.id);
});

test('a refund of what has its content leaves the rest, which completes the order', async () => {
  await sellReady(2);
  const { orderId, items } = await createPaidOrder(shop, buy(shop.ctx, [2, 3]));
  const state = async () => (await grantsOf(orderId)).map((grant) => grant.state);
  expect(await state()).toEqual(['ready', 'waiting']);
  const asked = { actorUserId: clerk, orderId, note: 'Não serviu.', requestKey: null };
  expect(await requestRefund(shop.ctx, { ...asked, itemIds: [items[0]!.id] })).toMatchObject({ ok: true });
  await shop.settled();
  expect(await state()).toEqual(['revoked', 'waiting']);
  // What staff keep the money of is owed as before, with its content.
  await shop.ctx.transaction((tx) => restoreGrants(tx, { id: orderId, status: 'pending' }, [items[1]!.id]));
  expect(await state()).toEqual(['ready', 'waiting']);
});
