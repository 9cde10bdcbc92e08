import { setTimeout as sleep } from 'node:timers/promises';
import { checkOut, payAndTell, resume, type Purchase } from '../people/buyer.ts';
import { claimGifts } from '../people/claim-gifts.ts';
import { deleteAccount } from '../people/delete-account.ts';
import type { Dialect } from '../world/dialect.ts';
import { countLeaks, fallSilent } from './fall-silent.ts';
import { judge } from '../judge/judge.ts';
import { readBooks } from '../judge/read-books.ts';
import type { Intent, Schedule } from './schedule.ts';
import { openEmbedded, type ShopTemplate } from '../world/shop-template.ts';
import { sendAllLinks, workAsStaff } from '../people/staff.ts';
import { forge, snoop } from '../people/strangers.ts';
import { createTestimony, type Testimony } from '../people/testimony.ts';
import { createWorld, type Tally, type World } from '../world/world.ts';

const MINUTE = 60_000;
/** Longer than any phase takes on a busy machine; what is not done by then is judged as it is. */
const PHASE_MS = 40_000;

export interface Outcome {
  violations: string[];
  /** What the shop printed, for a failure's report. */
  outputs: string;
  orders: number;
  paid: number;
}

/** Runs one schedule, from a shop without sales to the judge's findings. */
export async function runSchedule(options: {
  schedule: Schedule;
  template: ShopTemplate;
  dialect: Dialect;
  mainFile: string;
  postgresUrl: string;
  tally: Tally;
  restartPostgres: (() => Promise<void>) | null;
  sql?: string | undefined;
}): Promise<Outcome> {
  const { schedule } = options;
  const world = await createWorld(options);
  const testimony = createTestimony();
  try {
    const stop = new AbortController();
    const others = [
      workAsStaff(world, testimony, stop.signal),
      openGifts(world, testimony, stop.signal),
      ...(schedule.forges ? [forge(world, testimony, stop.signal)] : []),
      ...(schedule.snoops ? [snoop(world, testimony, stop.signal)] : []),
    ];
    const restarts = schedule.restartsAtMs.map(async (ms) => {
      await sleep(ms);
      if (!options.restartPostgres) return;
      world.count('PostgreSQL restarted');
      await options.restartPostgres();
    });
    const silences = schedule.silences.map((each) => fallSilent(world, each));
    await buyAndPay(world, testimony);
    await Promise.all(silences);
    await Promise.all(restarts);
    stop.abort();
    await Promise.all(others);
    world.calm();
    const violations = [...(await settle(world, testimony)), ...(await countLeaks(world))];
    return {
      violations: [...world.sightings, ...violations],
      outputs: world.outputs(),
      orders: new Set(testimony.ordersTold.map(({ orderId }) => orderId)).size,
      paid: testimony.paid.length,
    };
  } finally {
    await world.close();
  }
}

async function openGifts(world: World, testimony: Testimony, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await claimGifts(world, testimony);
    await sleep(60);
  }
}

/** Three ages: while the codes live, after they ran out, and after unpaid orders were cancelled. */
async function buyAndPay(world: World, testimony: Testimony): Promise<void> {
  const { intents, deletes } = world.schedule;
  const purchases = new Map<number, Purchase>();
  const withPlan = (...plans: Intent['payment'][]) =>
    intents.filter(({ payment }) => plans.includes(payment));
  const pay = async (intent: Intent, purchase: Purchase | null | undefined) => {
    if (purchase) await payAndTell(world, testimony, intent, purchase);
  };

  await phase([
    ...intents.map(async (intent) => {
      const purchase = await checkOut(world, testimony, intent);
      if (purchase) purchases.set(intent.number, purchase);
      if (['once', 'short', 'over'].includes(intent.payment)) await pay(intent, purchase);
    }),
    ...deletes.slice(0, 1).map(async (customer) => {
      await sleep(400);
      await deleteAccount(world, testimony, customer);
    }),
  ]);

  world.count('clock moved past expiry');
  await world.jump(61 * MINUTE);
  await phase([
    ...withPlan('late').map((intent) => pay(intent, purchases.get(intent.number))),
    ...withPlan('twice').map(async (intent) => {
      const old = purchases.get(intent.number);
      // The new code and the money for the old one cross each other.
      const [renewed] = await Promise.all([
        old ? resume(world, testimony, intent, old.orderId) : checkOut(world, testimony, intent),
        pay(intent, old),
      ]);
      await pay(intent, renewed);
    }),
  ]);

  world.count('clock moved past cancellation');
  // In steps, so that the sweep gets to ask, and to cancel what stays unpaid.
  for (let step = 0; step < 4; step++) await passTime(world, 16 * MINUTE);
  await phase(withPlan('revived').map((intent) => pay(intent, purchases.get(intent.number))));
}

async function phase(actors: Promise<void>[]): Promise<void> {
  await Promise.race([Promise.all(actors), sleep(PHASE_MS, undefined, { ref: false })]);
}

/** A jump, and then the short waits of the queue: cron notices, its worker forwards, the job's worker takes it. */
async function passTime(world: World, ms: number): Promise<void> {
  for (const step of [ms, 16_000, 6_000, 2_000]) {
    await world.jump(step);
    await sleep(40);
  }
}

/** For a machine that is busy with something else: a pass takes so much real time, and ends the wait if all is well. */
const LATE = [61, 121, 241, 481];

/** Lets everything come to rest, then compares. What a sweep can still mend is not yet a verdict. */
async function settle(world: World, testimony: Testimony): Promise<string[]> {
  let violations: string[] = [];
  const passes = world.postgres
    ? [1, 11, 21, 31, 61, 121, 241, 16, 16, 16, 16, 16, 16, 16, 481, ...LATE]
    : [11, 61, 241, 16, 16, 16, ...LATE];
  for (const [pass, minutes] of passes.entries()) {
    await servingShop(world);
    // Hours pass in a moment, but the work they bring takes the machine real time.
    if (pass > 0) await sleep(100 * pass);
    for (let round = 0; round < (world.postgres ? 1 : 4); round++) {
      await passTime(world, minutes * MINUTE);
      await sendAllLinks(world, testimony);
      await claimGifts(world, testimony);
      await passTime(world, 5_000);
    }
    violations = await compare(world, testimony);
    if (violations.length === 0) return [];
    // What was delivered for nothing, or twice, no sweep takes back.
    if (violations.some((each) => /^(?:UNPAID|DUPLICATE)/.test(each))) return violations;
  }
  return violations;
}

async function servingShop(world: World): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 20) {
    if (world.anyShop()) return;
    await sleep(20);
  }
  throw new Error(`The shop does not come back:\n${world.outputs()}`);
}

async function compare(world: World, testimony: Testimony): Promise<string[]> {
  const evidence = {
    bank: world.bank,
    mails: world.mail.received,
    testimony,
    linked: world.template.linked,
    customers: world.template.customers,
  };
  if (world.postgres) {
    const books = await readBooks(world.postgres);
    const waiting = books.mailJobs.filter(({ state }) => ['created', 'retry', 'active'].includes(state));
    return [
      ...judge({ ...evidence, books }),
      ...waiting.map(({ name, order_id, state }) => `job ${name} of order ${order_id} is still '${state}'`),
    ];
  }
  await world.killAll();
  const reader = await openEmbedded(`${world.dataDirectory}/db`);
  try {
    return judge({ ...evidence, books: await readBooks(reader) });
  } finally {
    await reader.close();
    world.revive();
  }
}
