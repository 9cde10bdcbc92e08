import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChargeStatus } from '#db/schema.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { CHARGE_TRANSITIONS } from './charge-status.ts';
import { moveCharge } from './move-charge.ts';

const EVERY: Record<ChargeStatus, true> = {
  creating: true,
  pending: true,
  paid: true,
  held: true,
  expired: true,
  cancelled: true,
  refunded: true,
  failed: true,
};
const STATUSES = Object.keys(EVERY) as ChargeStatus[];
const TARGETS = Object.keys(CHARGE_TRANSITIONS) as (keyof typeof CHARGE_TRANSITIONS)[];

let shop: TestContext;
let chargeId: string;
beforeAll(async () => {
  shop = await createTestContext();
  const { charge } = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [0]),
  });
  chargeId = charge.id;
});
afterAll(() => shop.close());

/** Writes the status directly, as if the charge had reached it. */
const begin = (status: ChargeStatus) =>
  shop.ctx.db.updateTable('charges').set({ status }).where('id', '=', chargeId).execute();
const read = async () =>
  (
    await shop.ctx.db
      .selectFrom('charges')
      .select('status')
      .where('id', '=', chargeId)
      .executeTakeFirstOrThrow()
  ).status;

test('a charge moves along the table, and every other pair is refused by the database', async () => {
  const [moved, refused]: [string[], string[]] = [[], []];
  for (const from of STATUSES) {
    for (const to of TARGETS) {
      await begin(from);
      const isMoved = await moveCharge(shop.ctx.db, { id: chargeId }, to);
      expect(await read()).toBe(isMoved ? to : from);
      (isMoved ? moved : refused).push(`${from} to ${to}`);
    }
  }
  const allowed = TARGETS.flatMap((to) => CHARGE_TRANSITIONS[to].map((from) => `${from} to ${to}`));
  expect(moved.toSorted()).toEqual(allowed.toSorted());
  expect(refused).toHaveLength(STATUSES.length * TARGETS.length - allowed.length);
});

test('who has seen a charge in one state moves it from that state only', async () => {
  await begin('pending');
  expect(await moveCharge(shop.ctx.db, { id: chargeId, status: 'creating' }, 'expired')).toBe(false);
  expect(await read()).toBe('pending');
});
