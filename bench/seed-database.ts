import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { isConcurrent, statementsOf } from '../db/apply-migrations.server.ts';
import { fillShop } from './fill-shop.ts';

const MIGRATIONS = new URL('../db/migrations/', import.meta.url);

/**
 * Fills the database at `url` with a grown shop of so many orders (`fillShop`), its tables first where it has none.
 * @returns false where the same filling is there already.
 * @throws where it holds anything else: nobody's orders are mixed with invented ones.
 */
export async function seedDatabase(url: string, orders: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const mark = `npm run bench:seed: ${orders}`;
    const { rows } = await client.query(`select to_regclass('orders') is not null as has_tables`);
    if (!rows[0].has_tables) await createTables(client);
    const found = await client.query(
      `select obj_description('orders'::regclass) as mark, exists (select from orders) or exists (select from users) as is_used`,
    );
    if (found.rows[0].mark === mark) return false;
    if (found.rows[0].is_used) {
      throw new Error('This database holds accounts or orders. Name an empty one in DATABASE_URL.');
    }
    await fillShop((text) => client.query(text), orders);
    await client.query(`comment on table orders is '${mark}'`);
    return true;
  } finally {
    await client.end();
  }
}

/** As the shop does at its start; here without a build. */
async function createTables(client: pg.Client): Promise<void> {
  await client.query(
    'create table schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  for (const name of readdirSync(MIGRATIONS).toSorted()) {
    const text = readFileSync(new URL(name, MIGRATIONS), 'utf8');
    // Statements in one message are one transaction, in which no index is built concurrently.
    for (const part of isConcurrent(name) ? statementsOf(text) : [text]) await client.query(part);
    await client.query('insert into schema_migrations (name) values ($1)', [name]);
  }
}

/** A database of this name on the server at `serverUrl`, made where it is missing. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
