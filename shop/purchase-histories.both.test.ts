import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { judge, judgeEnd } from '#test/histories/judge.ts';
import { KNOWN_MISTAKES } from '#test/histories/known-mistakes.ts';
import { anyStep, History, type Step } from '#test/histories/steps.ts';
import { createWorld, FIRST_TERMS, type World } from '#test/histories/world.ts';

/**
 * A long run: `PURCHASE_HISTORIES=3000 npx vitest run --project=embedded shop/purchase-histories.both.test.ts`, with
 * `PURCHASE_SEED` for another beginning or for the one that a failure names.
 */
const HISTORIES = Number(process.env.PURCHASE_HISTORIES ?? 16);
const SEED = Number(process.env.PURCHASE_SEED ?? 26);

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

let stepsTaken = 0;

async function live(isNamed: boolean, steps: Step[]): Promise<void> {
  world.bank.setNamed(isNamed);
  await world.setOnSale(true);
  await world.setTerms(FIRST_TERMS);
  const history = new History(world, await world.shop.createUser());
  const errorsBefore = world.shop.logLines.filter(({ level }) => level === 'error').length;
  const check = async (step: string, judges: typeof judge) => {
    stepsTaken++;
    const errors = world.shop.logLines.filter(({ level }) => level === 'error').slice(errorsBefore);
    const wrong = [...history.wrong, ...judges(await history.books(), world.bank)];
    expect({ step, wrong, errors }).toEqual({ step, wrong: [], errors: [] });
  };
  for (const step of steps) {
    await history.take(step);
    await check(step.do, judge);
  }
  // At the end the shop is told everything that its bank knows.
  for (const { id } of (await history.books()).charges) {
    await history.tell(id);
    await world.shop.settled();
    await checkCharge(world.shop.ctx, id, { evenIfPaid: true });
  }
  await world.shop.settled();
  await check('the end', (books, bank) => [...judge(books, bank), ...judgeEnd(books, bank)]);
  await forget(history.userId);
}

/** The sweeps of later histories have nothing to do with this one. */
async function forget(userId: string): Promise<void> {
  const { db } = world.shop.ctx;
  const orders = db.selectFrom('orders').select('id').where('user_id', '=', userId);
  await db.updateTable('charges').set({ next_check_at: null }).where('order_id', 'in', orders).execute();
  await db
    .updateTable('orders')
    .set({ status: 'cancelled' })
    .where('user_id', '=', userId)
    .where('status', '=', 'awaiting_payment')
    .execute();
  world.bank.ledger.clear();
}

test(
  'whatever happens to purchases, in whatever order: nothing is asked, owned, owed or lost wrongly, after each step',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(anyStep, { minLength: 6, maxLength: 20, size: 'max' }), live),
      { numRuns: HISTORIES + KNOWN_MISTAKES.length, seed: SEED, examples: KNOWN_MISTAKES },
    );
    const claims = world.shop.logLines.filter(({ event }) => event === 'gift.claimed');
    expect(new Set(claims.map(({ fields }) => fields?.exchanged))).toEqual(new Set([false, true]));
    if (HISTORIES > 16) console.info(`${HISTORIES} histories, ${stepsTaken} steps`);
  },
  HISTORIES * 30_000,
);
