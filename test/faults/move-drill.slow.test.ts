import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openDrill } from './drill/open-drill.ts';
import { readBooksOf } from './drill/read-books-of.ts';
import { until } from './drill/until.ts';
import { untilMailed, untilNothingWaits } from './drill/until-delivered.ts';
import { judge } from './judge/judge.ts';
import type { Books } from './judge/read-books.ts';
import { openDirectPostgres } from './world/direct-postgres.ts';
import { BASE_ENV } from './world/shop-template.ts';
import type { World } from './world/world.ts';

/** A shop outgrows its embedded database: killed in the middle of its sales, moved, and it sells on. */
const SERVER = resolve(import.meta.dirname, '../../build/server');
const PURCHASES = 12;
const postgresUrl = process.env.TEST_DATABASE_URL ?? '';

test('a shop that moves to PostgreSQL takes everything along, and the judge finds one book of before and after', async () => {
  const drill = await openDrill({
    database: 'embedded',
    mainFile: join(SERVER, 'main.js'),
    postgresUrl,
    purchases: PURCHASES,
  });
  const { world, testimony } = drill;
  const server = openDirectPostgres(postgresUrl);
  const name = `moved_${randomUUID().replaceAll('-', '')}`;
  const target = new URL(postgresUrl);
  target.pathname = `/${name}`;
  try {
    await server.query(`create database ${name}`);
    const selling = drill.sell(PURCHASES);
    await until(() => testimony.paid.length >= PURCHASES / 3);
    await expect(runMove(world, target.href)).rejects.toThrow('já está em uso por outro processo');
    await world.killAll();

    const moved = await runMove(world, target.href);
    const left = await readBooksOf('embedded', world.dataDirectory);
    expect(left.orders.length).toBeGreaterThanOrEqual(PURCHASES / 3);
    expect(moved).toMatchObject({ orders: left.orders.length });
    expect(sorted(await readBooksOf('postgres', target.href))).toEqual(sorted(left));
    await expect(runMove(world, target.href)).rejects.toThrow('não está vazio');

    await world.moveTo(target.href);
    world.revive();
    await selling;
    await untilNothingWaits(drill);
    await untilMailed(drill);
    await drill.end();

    const books = await readBooksOf('postgres', target.href);
    expect(books.orders.map(({ status }) => status)).toEqual(Array(PURCHASES).fill('completed'));
    expect(
      judge({
        bank: world.bank,
        books,
        mails: world.mail.received,
        testimony,
        linked: world.template.linked,
        customers: world.template.customers,
      }),
    ).toEqual([]);
    // The way back is there.
    expect(await readBooksOf('embedded', world.dataDirectory)).toEqual(left);
  } finally {
    await drill.close();
    await server.query(`drop database if exists ${name} with (force)`);
    await server.close();
  }
}, 300_000);

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

/** Tables without an order of their own. */
const sorted = (books: Books) =>
  Object.fromEntries(
    Object.entries(books).map(([table, rows]) => [
      table,
      (rows as unknown[]).map((row) => JSON.stringify(row)).sort(),
    ]),
  );
