import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelOrder } from '#shop/orders/cancel-order.ts';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { startCharge } from '#shop/payments/charges/start-charge.ts';
import { sweepCharges } from '#shop/payments/charges/sweep-charges.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import type { GrantState } from '#db/schema.ts';
import { fillGrant, moveGrants, restoreGrants, revokeGrants } from './grant-state.ts';
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

const STATES = ['waiting', 'ready', 'delivered', 'revoked'] as const;

test('a grant goes where it may go and nowhere else', async () => {
  const { items } = await createPaidOrder(shop, buy(shop.ctx, [4]));
  const itemId = items[0]!.id;
  const { ctx } = shop;
  const begin = (state: GrantState) =>
    ctx.db
      .updateTable('grants')
      .set({
        state,
        waits_for: state === 'waiting' ? 'staff' : null,
        link: 'https://arquivos.exemplo.com/a.zip',
        is_shown: false,
      })
      .where('item_id', '=', itemId)
      .returning('id')
      .executeTakeFirstOrThrow();
  const moved: string[] = [];
  for (const from of STATES) {
    for (const to of STATES) {
      const { id } = await begin(from);
      const also = to === 'waiting' ? { waits_for: 'update' as const } : {};
      const [{ numUpdatedRows } = { numUpdatedRows: 0n }] = await moveGrants(
        ctx.db,
        { id },
        to,
        also,
      ).execute();
      if (numUpdatedRows > 0n) moved.push(`${from} ${to}`);
    }
  }
  expect(moved).toEqual([
    'waiting waiting',
    'waiting ready',
    'waiting delivered',
    'waiting revoked',
    'ready waiting',
    'ready delivered',
    'ready revoked',
    'delivered waiting',
    'delivered revoked',
    'revoked waiting',
    'revoked ready',
  ]);
});

test('of two orders for one skin one is shown: the newer content, and the other once that goes', async () => {
  const { ctx } = shop;
  const userId = await shop.createUser();
  const first = await createPaidOrder(shop, buy(ctx, [5]), userId);
  const second = await createPaidOrder(shop, buy(ctx, [6]), userId);
  const [shown] = await grantsOf(first.orderId);
  // As when somebody was given what they had just bought.
  await ctx.db
    .updateTable('grants')
    .set({ sku: shown!.sku, is_shown: false })
    .where('order_id', '=', second.orderId)
    .execute();
  const seen = async () => [
    (await grantsOf(first.orderId))[0]!.is_shown,
    (await grantsOf(second.orderId))[0]!.is_shown,
  ];
  const fill = async (changes: { owner_id?: null; state?: 'revoked' }) => {
    const [grant] = await grantsOf(second.orderId);
    const link = 'https://arquivos.exemplo.com/b.zip';
    await ctx.transaction((tx) => fillGrant(tx, { ...grant!, ...changes }, { link }, ctx.now()));
  };
  // Nobody's, or taken back: it takes no place.
  await fill({ owner_id: null });
  await fill({ state: 'revoked' });
  expect(await seen()).toEqual([true, false]);
  await fill({});
  expect(await seen()).toEqual([false, true]);

  await ctx.transaction((tx) => revokeGrants(tx, second.orderId));
  expect(await seen()).toEqual([true, false]);
  await ctx.transaction((tx) => revokeGrants(tx, first.orderId));
  expect(await seen()).toEqual([false, false]);
  // Staff keep the money of an order that was complete: it is its owner's again.
  await ctx.transaction((tx) => restoreGrants(tx, { id: second.orderId, status: 'completed' }, []));
  expect((await grantsOf(second.orderId))[0]).toMatchObject({ state: 'delivered', is_shown: true });
  expect((await grantsOf(first.orderId))[0]).toMatchObject({ state: 'revoked', is_shown: false });
});

test('what was never taken back is not owed again, and of no other order', async () => {
  const { ctx } = shop;
  const { orderId, items } = await createPaidOrder(shop, buy(ctx, [7, 8]));
  const other = await createPaidOrder(shop, buy(ctx, [9]));
  for (const { orderId: id } of [{ orderId }, other]) await ctx.transaction((tx) => revokeGrants(tx, id));
  await ctx.transaction((tx) => restoreGrants(tx, { id: orderId, status: 'pending' }, [items[0]!.id]));
  expect((await grantsOf(orderId)).map(({ state }) => state)).toEqual(['revoked', 'waiting']);
  expect((await grantsOf(other.orderId)).map(({ state }) => state)).toEqual(['revoked']);
});
