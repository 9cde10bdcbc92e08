import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openDatabase } from '#db/client.server.ts';
import { startShop } from '../../test/e2e/shop.ts';
import { fillShop } from '../fill-shop.ts';
import { ensureDatabase, seedDatabase } from '../seed-database.ts';
import type { Measure, Row } from './measure.ts';

const SERVER = resolve(import.meta.dirname, '../../build/server');
const KEY = 'a chave da medida';

/**
 * The commands as an owner runs them: an encrypted backup to a folder, its restore, and the move of an embedded shop
 * to PostgreSQL. Time and size are what is asked for; they have no goal. The databases of PostgreSQL stay on the
 * server, as those of `growth`.
 */
export const measureBackup: Measure = {
  name: 'backup',
  async run(size) {
    const folder = await mkdtemp(join(tmpdir(), 'fulgor-bench-'));
    const stay: Stay = { folder, server: process.env.TEST_DATABASE_URL ?? '', made: [] };
    try {
      if (size === 'short') return await ofEmbedded(stay, 500);
      return [
        ...(await ofEmbedded(stay, 10_000)),
        ...(await ofPostgres(stay, 10_000)),
        ...(await ofPostgres(stay, 1_000_000)),
      ];
    } finally {
      for (const name of stay.made) await onServer(stay.server, `drop database ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Where everything of one run lies. */
interface Stay {
  folder: string;
  server: string;
  /** Databases that go at the end. */
  made: string[];
}

async function ofEmbedded(stay: Stay, orders: number): Promise<Row[]> {
  const dataDir = join(stay.folder, `embedded-${orders}`);
  // Its tables and queues are made by the shop itself.
  await (await startShop('embedded', { DATA_DIR: dataDir, CATALOG_URL: 'http://127.0.0.1:9' })).stop();
  const database = await openDatabase({ directory: join(dataDir, 'db') });
  // The first administrator is in the way of those whom the filling makes.
  await database.executeSql('truncate users cascade');
  await fillShop((text) => database.executeSql(text), orders);
  await database.close();
  return [
    ...(await thereAndBack(stay, 'embedded', orders, { env: { DATA_DIR: dataDir } })),
    await timed(
      `move to PostgreSQL: ${orders} orders`,
      'move-to-postgres.js',
      [await newDatabase(stay)],
      { DATA_DIR: dataDir },
      ({ rows }) => `${rows as number} rows`,
    ).then(({ row }) => row),
  ];
}

async function ofPostgres(stay: Stay, orders: number): Promise<Row[]> {
  const url = await ensureDatabase(stay.server, `fulgor_grown_${orders}`);
  await seedDatabase(url, orders);
  const dataDir = join(stay.folder, `postgres-${orders}`);
  const into = await newDatabase(stay);
  return thereAndBack(stay, 'PostgreSQL', orders, { env: { DATA_DIR: dataDir, DATABASE_URL: url }, into });
}

/** `into`: the database that is restored to. */
async function thereAndBack(
  { folder }: Stay,
  kind: string,
  orders: number,
  { env, into }: { env: Record<string, string>; into?: string },
): Promise<Row[]> {
  const backup = await timed(
    `backup, ${kind}: ${orders} orders`,
    'backup.js',
    ['--to', join(folder, `backups-${kind}-${orders}`)],
    env,
    ({ bytes }) => `${((bytes as number) / 1e6).toFixed(1)} MB`,
  );
  const restored = join(folder, `restored-${kind}-${orders}`);
  const restore = await timed(
    `restore, ${kind}: ${orders} orders`,
    'restore.js',
    [String(backup.done.backup), '--into', into ?? restored],
    { DATA_DIR: restored },
    ({ counts }) => `${(counts as { orders: number }).orders} orders`,
  );
  await rm(restored, { recursive: true, force: true });
  return [backup.row, restore.row];
}

async function timed(
  figure: string,
  program: string,
  args: string[],
  env: Record<string, string>,
  describe: (done: Record<string, unknown>) => string,
): Promise<{ row: Row; done: Record<string, unknown> }> {
  const startedAt = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [join(SERVER, program), ...args], {
    env: { PATH: process.env.PATH, BACKUP_KEY: KEY, ...env },
    maxBuffer: 10_000_000,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const done = JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, unknown>;
  const absolute = `${seconds.toFixed(1)} s, ${describe(done)}`;
  return { row: { figure, goal: '–', ratio: '–', absolute, isMet: true }, done };
}

async function newDatabase(stay: Stay): Promise<string> {
  const name = `fulgor_bench_${randomUUID().replaceAll('-', '')}`;
  await onServer(stay.server, `create database ${name}`);
  stay.made.push(name);
  const url = new URL(stay.server);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
