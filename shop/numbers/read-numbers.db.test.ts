import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { anyStep, History, type Step } from '#test/histories/steps.ts';
import { createWorld, FIRST_TERMS, type World } from '#test/histories/world.ts';
import { addDays, type SpanPiece } from './day-span.ts';
import { countSoldSkins } from './count-sold-skins.ts';
import { listTopSkins } from './list-top-skins.ts';
import { readNumbers, type Totals } from './read-numbers.ts';

/** Money that goes back, oftener than histories have it. */
const anyReturn = fc.record({
  do: fc.constantFrom(
    'send-links',
    'send-due',
    'mark-sent',
    'dismiss',
    'refund-part',
    'refund-whole',
    'staff-cancel',
  ),
  pick: fc.nat(4),
});

/** One surplus that stays with the shop; orders sent at once, late, and in time by their own promise alone. */
const KNOWN: [tenMinutes: number, step: Step][] = [
  [0, { do: 'buy', skins: [0], cents: 2000 }],
  [0, { do: 'send-links', pick: 0 }],
  [3, { do: 'dismiss', pick: 0 }],
  [0, { do: 'buy', skins: [1], cents: null }],
  [2, { do: 'send-links', pick: 0 }],
  [0, { do: 'buy', skins: [3], cents: null }],
  [1, { do: 'send-links', pick: 0 }],
  [0, { do: 'buy', skins: [0], cents: 700, terms: 'gift' }],
];

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

/** The clocks of São Paulo are three hours behind UTC all year. */
const dayOf = (at: Date) => new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
const hourOf = (at: Date) => new Date(at.getTime() - 3 * 3_600_000).getUTCHours();
const sum = <Row>(rows: Row[], of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);

/** Between two values where the place falls between them, as percentile_cont has it. */
function percentile(values: number[], part: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low === undefined || high === undefined ? null : low + (high - low) * (place % 1);
}

async function readBooks() {
  const { db } = world.shop.ctx;
  return {
    orders: await db.selectFrom('orders').selectAll().execute(),
    items: await db.selectFrom('order_items').selectAll().execute(),
    charges: await db.selectFrom('charges').selectAll().execute(),
    refunds: await db.selectFrom('refunds').selectAll().execute(),
  };
}
type Books = Awaited<ReturnType<typeof readBooks>>;

/** The same figures, added up from the rows of the books one by one. */
function reckon({ orders, charges, refunds }: Books, span: SpanPiece): Totals {
  const within = (at: Date | null): at is Date =>
    at !== null &&
    dayOf(at) >= span.from &&
    dayOf(at) <= span.to &&
    (span.hour === undefined || hourOf(at) === span.hour);
  const placed = orders.filter(({ created_at }) => within(created_at));
  const sent = refunds.filter(({ status, settled_at }) => status === 'refunded' && within(settled_at));
  const chargedBack = charges.filter((row) => row.charged_back_cents > 0 && within(row.charged_back_at));
  const delivered = orders.flatMap(({ completed_at, paid_at, due_at, exchanged_at }) =>
    paid_at && within(completed_at)
      ? [
          {
            minutes: (completed_at.getTime() - (exchanged_at ?? paid_at).getTime()) / 60_000,
            isOnTime: completed_at <= (due_at ?? paid_at),
          },
        ]
      : [],
  );
  const minutes = delivered.map((each) => each.minutes);
  const waits = placed.flatMap(({ created_at, paid_at }) =>
    paid_at ? [(paid_at.getTime() - created_at.getTime()) / 1000] : [],
  );
  return {
    span,
    orders: placed.length,
    paid: orders.filter(({ paid_at }) => within(paid_at)).length,
    revenueCents: sum(
      charges.filter(({ paid_at }) => within(paid_at)),
      (charge) => charge.paid_amount_cents ?? 0,
    ),
    refundedCents:
      sum(sent, (refund) => refund.amount_cents) + sum(chargedBack, (row) => row.charged_back_cents),
    refunds: sent.length,
    chargebacks: chargedBack.length,
    manual: { orders: 0, revenueCents: 0 },
    createdToPaid: {
      rate: placed.length === 0 ? null : waits.length / placed.length,
      secondsP50: percentile(waits, 0.5),
    },
    delivery: {
      delivered: delivered.length,
      minutesP50: percentile(minutes, 0.5),
      minutesP95: percentile(minutes, 0.95),
      onTime:
        delivered.length === 0
          ? null
          : delivered.filter(({ isOnTime }) => isOnTime).length / delivered.length,
    },
  };
}

/** Quotients may differ in their last digit, sums and counts may not. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each) =>
      typeof each === 'number' && !Number.isInteger(each) ? each.toFixed(6) : each,
    ),
  );
}

test('whatever happens to purchases: every span is, to the centavo, what the books and the bank hold', async () => {
  const steps = fc.array(fc.tuple(fc.oneof(fc.nat(2), fc.nat(60)), fc.oneof(anyStep, anyReturn)), {
    minLength: 12,
    maxLength: 24,
    size: 'max',
  });
  const start = dayOf(world.shop.ctx.now());
  let bankCents = 0;
  let books: Books | undefined;
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(3), fc.nat(3), async (taken, skipped, length) => {
      const { shop, bank } = world;
      bank.setNamed(true);
      await world.setOnSale(true);
      await world.setTerms(FIRST_TERMS);
      const history = new History(world, await shop.createUser());
      for (const [tenMinutes, step] of taken) {
        shop.passSeconds(tenMinutes * 600);
        await history.take(step);
        if (tenMinutes > 20) await countSoldSkins(shop.ctx);
      }
      for (const { id } of (await history.books()).charges) {
        await checkCharge(shop.ctx, id, { evenIfPaid: true });
      }
      await shop.settled();
      bankCents += sum([...bank.ledger.values()], ({ receivedCents }) => receivedCents);
      bank.ledger.clear();
      await shop.ctx.db.updateTable('charges').set({ next_check_at: null }).execute();

      // A promise that was changed since does not judge the orders of before.
      const later = { ...shop.ctx, settings: { ...shop.ctx.settings, promiseMinutes: 5 } };
      const now = await readBooks();
      books = now;
      const today = dayOf(shop.ctx.now());
      const last = addDays(today, -skipped);
      for (const [span, part] of [
        [{ from: start, to: today }, 'month'],
        [{ from: addDays(last, -length), to: last }, 'day'],
        [{ from: last, to: last }, 'hour'],
      ] as const) {
        const { parts, ...whole } = await readNumbers(later, span, part);
        expect(rounded(whole)).toEqual(rounded(reckon(now, span)));
        if (part === 'hour') expect(parts).toHaveLength(24);
        for (const each of parts) {
          const { orders, paid, revenueCents, delivery } = reckon(now, each);
          expect(rounded(each)).toMatchObject(
            rounded({ orders, paid, revenueCents, minutesP50: delivery.minutesP50 }) as object,
          );
        }
        expect(sum(parts, ({ revenueCents }) => revenueCents)).toBe(whole.revenueCents);
        const sold = now.items.filter(({ order_id }) => {
          const paidAt = now.orders.find(({ id }) => id === order_id)?.paid_at;
          return paidAt && dayOf(paidAt) >= span.from && dayOf(paidAt) <= span.to;
        });
        const top = await listTopSkins(shop.ctx, span);
        const lists: { sold: number; revenueCents: number }[][] = [top.skins, top.champions];
        for (const rows of lists) {
          expect(sum(rows, (row) => row.sold)).toBe(sold.length);
          expect(sum(rows, (row) => row.revenueCents)).toBe(
            sum(sold, (item) => item.paid_cents ?? item.price_cents),
          );
        }
      }
      const whole = await readNumbers(shop.ctx, { from: start, to: today });
      expect(whole.revenueCents).toBe(bankCents);
    }),
    { numRuns: 10, seed: 14, examples: [[KNOWN, 0, 0]] },
  );
  // What the figures could be wrong about has happened.
  const { orders, items, charges, refunds } = books!;
  const ends = new Set(refunds.map(({ status, settled_at }) => `${status} ${settled_at !== null}`));
  expect(ends).toEqual(new Set(['due false', 'refunded true', 'dismissed true']));
  const reasons = refunds.map(({ reason }) => reason);
  expect(reasons).toEqual(expect.arrayContaining(['overpaid', 'paid_twice', 'staff']));
  expect(charges.some((charge) => (charge.paid_amount_cents ?? 0) > charge.amount_cents)).toBe(true);
  expect(charges.some(({ status }) => status === 'held')).toBe(true);
  expect(items.some(({ paid_cents, price_cents }) => (paid_cents ?? price_cents) !== price_cents)).toBe(true);
  expect(orders.some(({ status, paid_at }) => status === 'cancelled' && paid_at !== null)).toBe(true);
  expect(orders.filter(({ completed_at }) => completed_at !== null).length).toBeGreaterThanOrEqual(3);
}, 120_000);

test('a day with a change of the clock has its 23 or 25 hours, and nothing is counted twice', async () => {
  const { ctx } = world.shop;
  const { id } = await ctx.db.selectFrom('orders').select('id').limit(1).executeTakeFirstOrThrow();
  const daysOf = async (at: string) => {
    await ctx.db
      .updateTable('orders')
      .set({ created_at: new Date(at) })
      .where('id', '=', id)
      .execute();
    const { orders, parts } = await readNumbers(ctx, { from: '2018-02-16', to: '2018-11-05' });
    expect(orders).toBe(1);
    const days = parts.filter((part) => part.orders > 0).map(({ from }) => from);
    const [day = ''] = days;
    const ofDay = await readNumbers(ctx, { from: day, to: day }, 'hour');
    expect(sum(ofDay.parts, (part) => part.orders)).toBe(1);
    return days;
  };
  // In February the hour before midnight came twice; in November the one after it did not come.
  expect(await daysOf('2018-02-18T01:30:00Z')).toEqual(['2018-02-17']);
  expect(await daysOf('2018-02-18T02:30:00Z')).toEqual(['2018-02-17']);
  expect(await daysOf('2018-02-18T03:00:00Z')).toEqual(['2018-02-18']);
  expect(await daysOf('2018-11-04T02:59:59Z')).toEqual(['2018-11-03']);
  expect(await daysOf('2018-11-04T03:00:00Z')).toEqual(['2018-11-04']);
});
