import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { judge } from './judge/judge.ts';
import { readBooks, type Books } from './judge/read-books.ts';
import { checkOut, payAndTell } from './people/buyer.ts';
import { askShop } from './people/shop-client.ts';
import { sendAllLinks, workAsStaff } from './people/staff.ts';
import { createTestimony, type Testimony } from './people/testimony.ts';
import { DIALECTS } from './run-many.ts';
import type { Intent, Schedule } from './schedule/schedule.ts';
import { openDirectPostgres } from './world/direct-postgres.ts';
import { BASE_ENV, buildTemplate, openEmbedded } from './world/shop-template.ts';
import { createWorld, type World } from './world/world.ts';

/** A shop outgrows its embedded database: killed in the middle of its sales, moved, and it sells on. */
const SERVER = resolve(import.meta.dirname, '../../build/server');
const PURCHASES = 12;
const postgresUrl = process.env.TEST_DATABASE_URL ?? '';

test('a shop that moves to PostgreSQL takes everything along, and the judge finds one book of before and after', async () => {
  const template = await buildTemplate('embedded', { mainFile: join(SERVER, 'main.js'), postgresUrl });
  const intents = drawIntents(template.plain, template.customers.length);
  const schedule: Schedule = {
    seed: 0,
    number: 1,
    database: 'embedded',
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
  const server = openDirectPostgres(postgresUrl);
  const name = `moved_${randomUUID().replaceAll('-', '')}`;
  const target = new URL(postgresUrl);
  target.pathname = `/${name}`;
  const testimony = createTestimony();
  const stop = new AbortController();
  try {
    await server.query(`create database ${name}`);
    const staff = workAsStaff(world, testimony, stop.signal);
    const selling = buyAll(world, testimony, [...intents]);
    await until(() => testimony.paid.length >= PURCHASES / 3);
    await expect(runMove(world, target.href)).rejects.toThrow('já está em uso por outro processo');
    await world.killAll();

    const moved = await runMove(world, target.href);
    const left = await readEmbedded(world);
    expect(left.orders.length).toBeGreaterThanOrEqual(PURCHASES / 3);
    expect(moved).toMatchObject({ orders: left.orders.length });
    expect(sorted(await readServer(target.href))).toEqual(sorted(left));
    await expect(runMove(world, target.href)).rejects.toThrow('não está vazio');

    await world.moveTo(target.href);
    world.revive();
    await selling;
    await untilNothingWaits(world, testimony);
    stop.abort();
    await staff;
    await world.killAll();

    const books = await readServer(target.href);
    expect(books.orders.map(({ status }) => status)).toEqual(Array(PURCHASES).fill('completed'));
    expect(
      judge({
        bank: world.bank,
        books,
        mails: world.mail.received,
        testimony,
        linked: template.linked,
        customers: template.customers,
      }),
    ).toEqual([]);
    // The way back is there.
    expect(await readEmbedded(world)).toEqual(left);
  } finally {
    stop.abort();
    await world.close();
    await template.drop();
    await server.query(`drop database if exists ${name} with (force)`);
    await server.close();
  }
}, 300_000);

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

async function buyAll(world: World, testimony: Testimony, waiting: Intent[]): Promise<void> {
  const lane = async () => {
    for (let intent = waiting.shift(); intent; intent = waiting.shift()) {
      const purchase = await checkOut(world, testimony, intent);
      if (purchase) await payAndTell(world, testimony, intent, purchase);
    }
  };
  await Promise.all([lane(), lane()]);
}

async function runMove(world: World, to: string): Promise<Record<string, unknown>> {
  const env = {
    ...BASE_ENV,
    PATH: process.env.PATH,
    ALLOW_SIMULATOR: '1',
    DATA_DIR: world.dataDirectory,
  };
  const command = [join(SERVER, 'move-to-postgres.js'), to];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env });
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, unknown>;
}

async function readEmbedded(world: World): Promise<Books> {
  const reader = await openEmbedded(join(world.dataDirectory, 'db'));
  try {
    return await readBooks(reader);
  } finally {
    await reader.close();
  }
}

async function readServer(url: string): Promise<Books> {
  const reader = openDirectPostgres(url);
  try {
    return await readBooks(reader);
  } finally {
    await reader.close();
  }
}

/** Tables without an order of their own. */
const sorted = (books: Books) =>
  Object.fromEntries(
    Object.entries(books).map(([table, rows]) => [
      table,
      (rows as unknown[]).map((row) => JSON.stringify(row)).sort(),
    ]),
  );

async function untilNothingWaits(world: World, testimony: Testimony): Promise<void> {
  const cookie = world.template.staffCookie;
  await until(async () => {
    await sendAllLinks(world, testimony);
    const lists = await Promise.all(
      ['awaiting_payment', 'pending'].map((status) =>
        askShop(world, { path: `/api/admin/orders?status=${status}`, cookie }),
      ),
    );
    if (!lists.every((list) => list?.status === 200 && (list.body as unknown[]).length === 0)) return false;
    const rows = await world.postgres!.query(
      `select 1 from jobs.job where name like 'mail-%' and state in ('created', 'retry', 'active')`,
    );
    return rows.length === 0;
  });
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 120_000; waited += 100) {
    if (await isSo()) return;
    await sleep(100);
  }
  throw new Error('It did not come to pass within two minutes.');
}
