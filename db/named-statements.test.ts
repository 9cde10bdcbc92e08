import { expect, test } from 'vitest';
import { StatementNames } from './named-statements.server.ts';

const SQL = 'select id from orders where id = $1';

test('a statement that comes back gets one name for good, and another one another', () => {
  const names = new StatementNames();
  expect([names.nameOf(SQL), names.nameOf(SQL)]).toEqual([undefined, undefined]);
  const name = names.nameOf(SQL);
  expect(name).toMatch(/^[\w-]{22}$/);
  expect(names.nameOf(SQL)).toBe(name);
  for (let n = 0; n < 2; n++) names.nameOf(`${SQL} for update`);
  expect(names.nameOf(`${SQL} for update`)).not.toBe(name);
});

test('what selects every column has none: a migration would make its kept plan fail', () => {
  const names = new StatementNames();
  const nameOf = (text: string) => [1, 2, 3, 4].map(() => names.nameOf(text)).at(-1);
  for (const text of [
    'select * from orders where id = $1',
    'select "orders".* from orders where id = $1',
    'update orders set status = $1 returning *',
  ]) {
    expect(nameOf(text)).toBeUndefined();
  }
  expect(nameOf('select count(*) from orders where id = $1')).toBeDefined();
});

test('lists of every length do not fill the memory of the database', () => {
  const names = new StatementNames();
  const given = new Set<string>();
  for (let n = 0; n < 5_000; n++)
    for (let use = 0; use < 4; use++) given.add(names.nameOf(`select id from orders where id = $${n}`) ?? '');
  expect(given.size).toBeLessThanOrEqual(501);
});
