import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openDrill } from './drill/open-drill.ts';
import { readBooksOf } from './drill/read-books-of.ts';
import { untilMailed, untilNothingWaits } from './drill/until-delivered.ts';
import type { Evidence } from './judge/evidence.ts';
import { judge } from './judge/judge.ts';
import type { Books } from './judge/read-books.ts';
import { BASE_ENV, type DatabaseKind } from './world/shop-template.ts';
import type { World } from './world/world.ts';

/** Sell, back up meanwhile, lose everything, restore: the judge finds bank and books equal up to the backup. */
const SERVER = resolve(import.meta.dirname, '../../build/server');
const BACKUP_KEY = 'a chave do ensaio geral';
const PURCHASES = 24;

const postgresUrl = process.env.TEST_DATABASE_URL ?? '';

test.each<DatabaseKind>(['embedded', 'postgres'])(
  'after the loss of everything the backup gives back what was sold before it (%s)',
  async (kind) => {
    const drill = await openDrill({
      database: kind,
      mainFile: join(SERVER, 'main.js'),
      postgresUrl,
      purchases: PURCHASES,
    });
    const { world, testimony } = drill;
    const outside = await mkdtemp(join(tmpdir(), 'fulgor-drill-'));
    try {
      await drill.sell(PURCHASES / 3);
      await untilMailed(drill);
      const before = structuredClone(testimony);
      const ofBank = new Set(world.bank.ledger.keys());

      // The shop goes on selling while it is backed up.
      const selling = drill.sell(PURCHASES);
      const done = await run('backup.js', ['--to', join(outside, 'backups')], { world, kind, outside });
      await selling;
      await drill.end();

      await loseEverything(world, kind);
      const into = kind === 'embedded' ? join(outside, 'restored') : world.dataDirectory;
      await run('restore.js', [String(done.backup), '--into', into], { world, kind, outside });
      if (kind === 'embedded') await moveInto(join(outside, 'restored'), world.dataDirectory);

      const restored = await readBooksOf(kind, world.dataDirectory);
      const told = new Set(before.ordersTold.map(({ orderId }) => orderId));
      expect(told.size).toBe(PURCHASES / 3);
      // What was sold and delivered before is there to the centavo.
      const { linked, customers } = world.template;
      const evidence = { mails: world.mail.received, linked, customers };
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
      await untilNothingWaits(drill, unnamed);
      await world.killAll();
      const after = await readBooksOf(kind, world.dataDirectory);
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
      await drill.close();
      await rm(outside, { recursive: true, force: true });
    }
  },
  300_000,
);

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
