import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut } from '#test/purchases.ts';
import type { ChargeReference, PixGateway } from '../gateway.ts';
import { startCharge } from '../charges/start-charge.ts';
import { sweepCharges } from '../charges/sweep-charges.ts';
import { watchPayment } from '../charges/watch-payment.ts';

/** As sweep-charges of jobs/timed-jobs.ts and the payment page do it. */
const SWEEP_EVERY_SECONDS = 5;
const LOOK_EVERY_SECONDS = 20;

let shop: TestContext;
let answer: PixGateway['find'];
let askedFor: string[] = [];

beforeAll(async () => {
  shop = await createTestContext({
    gateway: (_now, simulator) => {
      answer = simulator.find;
      return {
        ...simulator,
        find: async (reference: ChargeReference) => {
          askedFor.push(reference.chargeId);
          return answer(reference);
        },
      };
    },
  });
});
afterAll(() => shop.close());
beforeEach(() => void (askedFor = []));

async function newOrder(position: number) {
  const userId = await shop.createUser();
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [position]) });
  return { userId, orderId, chargeId: charge.id };
}

/** Moves the clock second by second and runs the sweep when it is due. The test says what happens at which second. */
async function live(seconds: number, at: (second: number) => Promise<void>): Promise<void> {
  for (let second = 0; second <= seconds; second += SWEEP_EVERY_SECONDS) {
    await at(second);
    await sweepCharges(shop.ctx);
    shop.passSeconds(SWEEP_EVERY_SECONDS);
  }
}

/** Pays at this second of the page's life, without any webhook. @returns how long nobody noticed. */
async function secondsUntilFound(
  order: { orderId: string; chargeId: string },
  { paidAt, isWatched }: { paidAt: number; isWatched: boolean },
): Promise<number> {
  let foundAt = Number.POSITIVE_INFINITY;
  await live(paidAt + 400, async (second) => {
    if (isWatched && second % LOOK_EVERY_SECONDS === 0) await watchPayment(shop.ctx, order.orderId);
    if (second === paidAt) await shop.simulator.pay(order.chargeId);
    const { status } = await shop.ctx.db
      .selectFrom('charges')
      .select('status')
      .where('id', '=', order.chargeId)
      .executeTakeFirstOrThrow();
    if (status === 'paid') foundAt = Math.min(foundAt, second);
  });
  return foundAt - paidAt;
}

// shows: threat 71
test('while somebody looks at the payment page, a lost webhook is found within 15 seconds', async () => {
  expect(await secondsUntilFound(await newOrder(0), { paidAt: 95, isWatched: true })).toBeLessThanOrEqual(15);
});

// shows: threat 71
test('the same when an older code of that order is paid', async () => {
  const order = await newOrder(1);
  shop.passSeconds(3605);
  const renewed = await resumeOrder(shop.ctx, order);
  if (!renewed.ok) throw new Error(renewed.reason);
  await startCharge(shop.ctx, renewed.charge);
  expect(await secondsUntilFound(order, { paidAt: 95, isWatched: true })).toBeLessThanOrEqual(15);
});

// shows: threat 71
test('while nobody looks, a lost webhook of a code younger than ten minutes is found within a minute', async () => {
  for (const paidAt of [5, 150, 535]) {
    const found = await secondsUntilFound(await newOrder(2), { paidAt, isWatched: false });
    expect(found).toBeLessThanOrEqual(60);
  }
});

test('a charge that is looked at is asked about every ten seconds or so, and less once nobody looks', async () => {
  const { orderId, chargeId } = await newOrder(3);
  const asked = () => askedFor.filter((id) => id === chargeId).length;
  await live(95, async (second) => {
    if (second % LOOK_EVERY_SECONDS === 0) await watchPayment(shop.ctx, orderId);
  });
  expect(asked()).toBeGreaterThanOrEqual(8);
  expect(asked()).toBeLessThanOrEqual(11);
  shop.passSeconds(60);
  askedFor = [];
  await live(95, async () => {});
  expect(asked()).toBeLessThanOrEqual(3);
});

/** More codes that are due than one sweep asks about. */
async function pileUp(orderId: string, { isWatched }: { isWatched: boolean }): Promise<void> {
  const now = shop.ctx.now();
  const soon = new Date(now.getTime() + 3_600_000);
  const code = { order_id: orderId, gateway: 'simulator', status: 'expired', amount_cents: 1500 } as const;
  const due = {
    created_at: now,
    expires_at: soon,
    next_check_at: now,
    watched_until: isWatched ? soon : null,
  };
  await shop.ctx.db
    .insertInto('charges')
    .values(Array.from({ length: 60 }, () => ({ ...code, ...due, id: randomUUID() })))
    .execute();
}

test.each([
  ['open payment pages leave places to a code that nobody looks at', { isWatched: true }],
  ['codes that nobody looks at leave places to an open payment page', { isWatched: false }],
])('however many there are, %s', async (_, pile) => {
  await shop.ctx.db.updateTable('charges').set({ next_check_at: null }).execute();
  const { chargeId, orderId } = await newOrder(7);
  shop.passSeconds(60);
  if (!pile.isWatched) await watchPayment(shop.ctx, orderId);
  await pileUp(orderId, pile);
  await shop.simulator.pay(chargeId);
  await sweepCharges(shop.ctx);
  expect(askedFor).toHaveLength(40);
  expect(askedFor).toContain(chargeId);
});

test('a slow provider ends the sweep, and what is left then is asked about by the next one', async () => {
  await shop.ctx.db.updateTable('charges').set({ next_check_at: null }).execute();
  await pileUp((await newOrder(8)).orderId, { isWatched: false });
  const { find } = shop.simulator;
  answer = async (reference) => {
    shop.passSeconds(6);
    return find(reference);
  };
  await sweepCharges(shop.ctx);
  expect(askedFor).toHaveLength(4);
  await sweepCharges(shop.ctx);
  expect(new Set(askedFor).size).toBe(8);
  answer = find;
});

// The embedded database has one connection.
test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'the page waits for no answer that is being written down, and reports what is free',
  async () => {
    const order = await newOrder(6);
    shop.passSeconds(3605);
    const renewed = await resumeOrder(shop.ctx, order);
    if (!renewed.ok) throw new Error(renewed.reason);
    await startCharge(shop.ctx, renewed.charge);
    const charges = shop.ctx.db.selectFrom('charges').where('order_id', '=', order.orderId);
    const [isHeld, isReported] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const answer = shop.ctx.transaction(async (tx) => {
      await tx.selectFrom('charges').select('id').where('id', '=', renewed.charge.id).forUpdate().execute();
      isHeld.resolve();
      await isReported.promise;
    });
    await isHeld.promise;
    await watchPayment(shop.ctx, order.orderId).finally(isReported.resolve);
    await answer;
    const watched = charges.select('id').where('watched_until', 'is not', null);
    expect(await watched.execute()).toEqual([{ id: order.chargeId }]);
  },
);

test('charges are asked about before webhooks that failed, and neither keeps the other waiting for ever', async () => {
  await shop.ctx.db.updateTable('charges').set({ next_check_at: null }).execute();
  const stuck = await newOrder(4);
  await shop.ctx.db
    .insertInto('webhook_events')
    .values(
      [1, 2, 3].map((n) => ({
        gateway: 'simulator',
        event_id: `stuck ${n}`,
        gateway_charge_id: null,
        charge_id: stuck.chargeId,
        received_at: shop.ctx.now(),
        waits_since: shop.ctx.now(),
        next_try_at: shop.ctx.now(),
      })),
    )
    .execute();
  const { chargeId, orderId } = await newOrder(5);
  await watchPayment(shop.ctx, orderId);
  shop.passSeconds(40);
  // Each answer takes longer than all webhooks together may.
  const { find } = shop.simulator;
  answer = async (reference) => {
    shop.passSeconds(12);
    return find(reference);
  };
  askedFor = [];
  await sweepCharges(shop.ctx);
  expect(askedFor).toEqual([chargeId, stuck.chargeId]);
  // The charges' time, and one webhook of three: then the next sweep begins with charges again.
  const { waiting } = await shop.ctx.db
    .selectFrom('webhook_events')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('event_id', 'like', 'stuck %')
    .where('processed_at', 'is', null)
    .executeTakeFirstOrThrow();
  expect(Number(waiting)).toBe(2);
  answer = find;
});
