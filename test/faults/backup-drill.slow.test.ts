import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Evidence } from './judge/evidence.ts';
import { judge } from './judge/judge.ts';
import { readBooks, type Books } from './judge/read-books.ts';
import { checkOut, payAndTell } from './people/buyer.ts';
import { askShop } from './people/shop-client.ts';
import { sendAllLinks, workAsStaff } from './people/staff.ts';
import { createTestimony, type Testimony } from './people/testimony.ts';
import { DIALECTS } from './run-many.ts';
import type { Intent, Schedule } from './schedule/schedule.ts';
import { openDirectPostgres } from './world/direct-postgres.ts';
import { BASE_ENV, buildTemplate, openEmbedded, type DatabaseKind } from './world/shop-template.ts';
import { createWorld, type World } from './world/world.ts';

/** Sell, back up meanwhile, lose everything, restore: the judge finds bank and books equal up to the backup. */
const SERVER = resolve(import.meta.dirname, '../../build/server');
const BACKUP_KEY = 'a chave do ensaio geral';
const PURCHASES = 24;

const postgresUrl = process.env.TEST_DATABASE_URL ?? '';

test.each<DatabaseKind>(['embedded', 'postgres'])(
  'after the loss of everything the backup gives back what was sold before it (%s)',
  async (kind) => {
    const template = await buildTemplate(kind, { mainFile: join(SERVER, 'main.js'), postgresUrl });
    const intents = drawIntents(template.plain, template.customers.length);
    const schedule: Schedule = {
      seed: 0,
      number: 1,
      database: kind,
      gateway: 'abacatepay-v1',
      processes: 1,
      intents,
      kills: [[]],
      disturbances: [],
      restartsAtMs: [],
      silences: [],
      staffTwice: false,
      forges: false,
      snoops: false,
      deletes: [],
    };
    const world = await createWorld({
      schedule,
      template,
      dialect: DIALECTS['abacatepay-v1']!(),
      mainFile: join(SERVER, 'main.js'),
      postgresUrl,
      tally: { kills: new Map(), network: new Map() },
    });
    const outside = await mkdtemp(join(tmpdir(), 'fulgor-drill-'));
    const testimony = createTestimony();
    const stop = new AbortController();
    try {
      const staff = workAsStaff(world, testimony, stop.signal);
      await buyAll(world, testimony, intents.slice(0, PURCHASES / 3));
      await untilDelivered(world, testimony, PURCHASES / 3);
      const before = structuredClone(testimony);
      const ofBank = new Set(world.bank.ledger.keys());

      // The shop goes on selling while it is backed up.
      const selling = buyAll(world, testimony, intents.slice(PURCHASES / 3));
      const done = await run('backup.js', ['--to', join(outside, 'backups')], { world, kind, outside });
      await selling;
      stop.abort();
      await staff;
      await world.killAll();

      await loseEverything(world, kind);
      const into = kind === 'embedded' ? join(outside, 'restored') : world.dataDirectory;
      await run('restore.js', [String(done.backup), '--into', into], { world, kind, outside });
      if (kind === 'embedded') await moveInto(join(outside, 'restored'), world.dataDirectory);

      const restored = await read(world, kind);
      const told = new Set(before.ordersTold.map(({ orderId }) => orderId));
      expect(told.size).toBe(PURCHASES / 3);
      // What was sold and delivered before is there to the centavo.
      const evidence = { mails: world.mail.received, linked: template.linked, customers: template.customers };
      const bank = bankOf(world, (id) => ofBank.has(id));
      expect(judge({ ...evidence, bank, testimony: before, books: onlyOrders(restored, told) })).toEqual([]);
      // Nothing that was under way at that moment is given away or doubled.
      const all = { ...evidence, bank: world.bank, testimony: before, books: restored };
      expect(withoutMails(judge(all)).filter((each) => /^(?:UNPAID|DUPLICATE)/.test(each))).toEqual([]);

      // The restored shop asks the bank about what was under way, and delivers it.
      world.revive();
      // This bank has no search: a charge whose answer came after the backup is one that nobody can ask for.
      const unnamed = new Set(
        restored.charges.filter((row) => row.gateway_charge_id === null).map((row) => row.order_id),
      );
      await untilNothingWaits(world, testimony, unnamed);
      await world.killAll();
      const after = await read(world, kind);
      const known = new Set(after.charges.map((row) => row.gateway_charge_id));
      const settled: Evidence = {
        ...evidence,
        bank: bankOf(world, (id) => known.has(id)),
        testimony: before,
        books: after,
      };
      expect(withoutMails(judge(settled))).toEqual([]);
      expect(after.orders.length).toBeLessThanOrEqual(PURCHASES);
      expect(after.orders.map(({ id, status }) => ({ id, status }))).toEqual(
        after.orders.map(({ id }) => ({ id, status: unnamed.has(id) ? 'awaiting_payment' : 'completed' })),
      );
    } finally {
      stop.abort();
      await world.close();
      await template.drop();
      await rm(outside, { recursive: true, force: true });
    }
  },
  300_000,
);

function drawIntents(skins: readonly { championId: string; skinNum: number }[], customers: number): Intent[] {
  return Array.from({ length: PURCHASES }, (_, number) => ({
    number,
    customer: number % customers,
    skins: [skins[number]!],
    freeCents: null,
    hasKey: true,
    clicks: 1,
    tampers: null,
    payment: 'once' as const,
    webhook: { copies: 1, delaysMs: [0], isRepeated: true },
    asks: false,
  }));
}

async function buyAll(world: World, testimony: Testimony, intents: Intent[]): Promise<void> {
  // A few at a time, so that there is something under way all the while.
  const waiting = [...intents];
  const lane = async () => {
    for (let intent = waiting.shift(); intent; intent = waiting.shift()) {
      const purchase = await checkOut(world, testimony, intent);
      if (purchase) await payAndTell(world, testimony, intent, purchase);
    }
  };
  await Promise.all([lane(), lane(), lane()]);
}

/** And until each has its mails. */
async function untilDelivered(world: World, testimony: Testimony, orders: number): Promise<void> {
  const isSent = (words: RegExp) =>
    new Set(world.mail.received.filter(({ subject }) => words.test(subject)).map((mail) => mail.subject))
      .size;
  for (let waited = 0; waited < 90_000; waited += 200) {
    await sendAllLinks(world, testimony);
    if (isSent(/Pagamento confirmado/) >= orders && isSent(/cheg(?:ou|aram)!|foi concluído/) >= orders)
      return;
    await sleep(200);
  }
}

async function untilNothingWaits(
  world: World,
  testimony: Testimony,
  unnamed: ReadonlySet<string | null>,
): Promise<void> {
  const cookie = world.template.staffCookie;
  const isEmpty = async (status: string) => {
    const list = await askShop(world, { path: `/api/admin/orders?status=${status}`, cookie });
    return list?.status === 200 && (list.body as { id: string }[]).every(({ id }) => unnamed.has(id));
  };
  for (let waited = 0; waited < 90_000; waited += 200) {
    await sendAllLinks(world, testimony);
    // One after the other, as an order goes: asked at once, it may step from one list into the other unseen.
    if ((await isEmpty('awaiting_payment')) && (await isEmpty('pending'))) return;
    await sleep(200);
  }
}

async function run(
  program: string,
  args: string[],
  { world, kind, outside }: { world: World; kind: DatabaseKind; outside: string },
): Promise<Record<string, unknown>> {
  const env = {
    ...BASE_ENV,
    PATH: process.env.PATH,
    ALLOW_SIMULATOR: '1',
    BACKUP_KEY,
    ...(kind === 'postgres'
      ? { DATABASE_URL: world.dataDirectory, DATA_DIR: join(outside, 'data') }
      : { DATA_DIR: world.dataDirectory }),
  };
  const { stdout } = await promisify(execFile)(process.execPath, [join(SERVER, program), ...args], { env });
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, unknown>;
}

async function loseEverything(world: World, kind: DatabaseKind): Promise<void> {
  if (kind === 'embedded') {
    for (const name of await readdir(world.dataDirectory))
      await rm(join(world.dataDirectory, name), { recursive: true });
    return;
  }
  await world.postgres?.query('drop schema public cascade; drop schema jobs cascade; create schema public');
}

async function moveInto(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name));
}

async function read(world: World, kind: DatabaseKind): Promise<Books> {
  const reader =
    kind === 'embedded'
      ? await openEmbedded(join(world.dataDirectory, 'db'))
      : openDirectPostgres(world.dataDirectory);
  try {
    return await readBooks(reader);
  } finally {
    await reader.close();
  }
}

/** The lost shop has sent mails about what the backup saw half-done. */
const withoutMails = (violations: string[]) => violations.filter((each) => !/ mails?\b/.test(each));

function bankOf({ bank }: World, isKnown: (id: string) => boolean): Evidence['bank'] {
  const ledger = new Map([...bank.ledger].filter(([id]) => isKnown(id)));
  return { ...bank, ledger };
}

function onlyOrders(books: Books, ids: ReadonlySet<string>): Books {
  const of = <Row extends { order_id: string | null }>(rows: Row[]) =>
    rows.filter(({ order_id }) => order_id !== null && ids.has(order_id));
  return {
    ...books,
    orders: books.orders.filter(({ id }) => ids.has(id)),
    items: of(books.items),
    charges: of(books.charges),
    refunds: of(books.refunds),
    collection: of(books.collection),
    mailJobs: of(books.mailJobs),
  };
}
