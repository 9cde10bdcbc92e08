import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findUnsafeStatements, SMALL_TABLES } from './sources/find-unsafe-statements.ts';
import { readProjectFile } from './sources/read-document.ts';

const FOLDER = 'db/migrations';
const files = readdirSync(resolve(import.meta.dirname, '..', FOLDER))
  .sort()
  .map((name) => ({ name, text: readProjectFile(`${FOLDER}/${name}`) }));

const inTransaction = (text: string) => findUnsafeStatements({ name: '0099_x.sql', text });
const concurrently = (text: string) => findUnsafeStatements({ name: '0099_x.concurrent.sql', text });

test('no migration stops a grown shop (docs/decisions/migrations-of-a-grown-shop.md)', () => {
  const found = files
    .filter(({ name }) => name >= '0018')
    .flatMap((file) => findUnsafeStatements(file).map((finding) => `${file.name}: ${finding}`));
  expect(found).toEqual([]);
});

test('each migration has its own number', () => {
  const numbers = files.map(({ name }) => name.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

test('each small table is one that there is', () => {
  const text = files.map((file) => file.text).join('\n');
  const missing = SMALL_TABLES.filter((table) => !new RegExp(`create table ${table}\\b`).test(text));
  expect(missing).toEqual(['schema_migrations']);
});

const UNSAFE = [
  'create index x on orders (due_at)',
  'CREATE UNIQUE INDEX x\n  ON charges (asked_at) where true',
  'create index x on webhook_events (received_at)',
  'create index concurrently x on orders (due_at)',
  'alter table orders add column x uuid default gen_random_uuid()',
  'alter table orders add column x timestamptz default clock_timestamp()',
  'alter table order_items add column x int not null',
  'alter table orders add column a int, add column b int not null',
  'alter table orders add column x bigint generated always as identity',
  'alter table orders add column x int check (x > 0)',
  'alter table orders add column x text unique',
  'alter table orders alter column total_cents type bigint',
  'alter table user_collection alter column skin_name set data type bigint',
  'alter table refunds add constraint x check (amount_cents > 0)',
  'alter table messages add foreign key (user_id) references users',
  'alter table audit_log alter column at set not null',
  'alter table orders validate constraint x',
  'update orders set due_at = paid_at',
  'alter table newer_table add column x int not null',
  'alter table orders drop column x',
  'alter table products rename column price to price_cents',
  'alter table skin_files rename to kept_files',
  'drop view attention',
  'drop table if exists order_views',
];

test.each(UNSAFE)('refused: %s', (statement) => {
  expect(inTransaction(`-- Why.\nselect 1;\n${statement};`)).toHaveLength(1);
});

const SAFE = [
  'create table visits (id int not null, at timestamptz); create index visits_at on visits (at)',
  'create index products_x on products (sku)',
  'alter table products alter column price type bigint',
  'alter table orders add column due_at timestamptz',
  `alter table orders add column tags text[] not null default '{}'::text[], add column n numeric(10, 2) default 0`,
  'alter table orders add column at timestamptz not null default now()',
  'alter table orders add column coupon uuid references coupons',
  'alter table orders add constraint x check (total_cents > 0) not valid',
  'create table visits (id int, x int); alter table visits drop column x',
  'alter table orders drop constraint x, alter column y drop not null',
  'create function f() returns trigger language plpgsql as $$ begin update orders set x = 1; return new; end $$',
];

test.each(SAFE)('let through: %s', (statement) => {
  expect(inTransaction(statement)).toEqual([]);
});

test('what a released shop does not read may go', () => {
  expect(inTransaction('-- Unread since 0.2.0.\nalter table orders drop column x; drop view y')).toEqual([]);
});

test('what needs a stop may write whole tables', () => {
  expect(inTransaction('-- Needs a stop.\nupdate orders set due_at = paid_at')).toEqual([]);
  expect(inTransaction('-- Why.\n-- Needs a stop.\nupdate orders set due_at = paid_at')).toHaveLength(1);
});

test('outside of a transaction runs only what keeps nobody waiting', () => {
  expect(
    concurrently(`create unique index concurrently x on orders (due_at);
      drop index concurrently y; alter table orders validate constraint z`),
  ).toEqual([]);
  for (const statement of [
    'create index x on orders (due_at)',
    'create index concurrently if not exists x on orders (due_at)',
    'create index concurrently on orders (due_at)',
    'drop index y',
    'alter table orders add column x int',
    'insert into orders values (1)',
  ]) {
    expect(concurrently(statement), statement).toHaveLength(1);
  }
});
