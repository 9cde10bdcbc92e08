import { expect, test } from 'vitest';
import { createStatementNames } from './describe-statement.ts';

test('a statement is named by what it does and to which table, whatever else it says', () => {
  const nameOf = createStatementNames();
  const names = [
    'select "id", "trace" from "orders" where "id" = $1 for update',
    `select pg_notify('live', payload) from unnest($1::text[]) as payload`,
    'insert into "rate_limits" ("key") values ($1) on conflict ("key") do update set "full_at" = $2',
    'update "charges" set "status" = $1 where "order_id" in (select "id" from "orders")',
    'delete from only sessions where token = $1',
    `with wanted as (select * from jsonb_populate_recordset(null::order_items, $1)), placed as (
       insert into orders (id) select $2 where not exists (select from wanted) returning id
     ) select exists (select from placed)`,
    'with recent as (select id from orders), paid as not materialized (select id from recent) select count(*) from paid join charges on true',
    'INSERT INTO "jobs"."job" (name) VALUES ($1)',
    'begin',
    'commit',
    '',
  ].map((sql) => Object.values(nameOf(sql)).join(' '));
  expect(names).toEqual([
    'SELECT orders',
    'SELECT ',
    'INSERT rate_limits',
    'UPDATE charges',
    'DELETE sessions',
    'INSERT orders',
    'SELECT orders',
    'INSERT job',
    'BEGIN ',
    'COMMIT ',
    'OTHER ',
  ]);
});

test('a name is found once, and texts without end do not stay', () => {
  const nameOf = createStatementNames();
  const first = nameOf('select 1 from orders');
  expect(nameOf('select 1 from orders')).toBe(first);
  for (let n = 0; n < 1_000; n++) expect(nameOf(`select ${n} from orders`)).toEqual(first);
  expect(nameOf('select 1 from orders')).not.toBe(first);
});
