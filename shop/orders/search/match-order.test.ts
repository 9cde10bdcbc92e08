import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Dialect,
} from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#db/schema.ts';
import { matchOrder } from './match-order.ts';

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
const db = new Kysely<Database>({ dialect });

/** What each filter asks the database for, in the order in which they are tried. */
const asked = (typed: string) =>
  matchOrder(typed).map((filter) => db.selectFrom('orders').where(filter).compile().parameters);

test('words are looked for as the index has them, of several first all whole, then the last as a beginning', () => {
  expect(asked('João')).toEqual([["'joao':*"]]);
  expect(asked('  João  Conceição ')).toEqual([["'joao' & 'conceicao'"], ["'joao' & 'conceicao':*"]]);
  expect(asked('ÇÑÜ 100% é!x\0y')).toEqual([
    ["'cnu' & '100' & 'e' & 'x' & 'y'"],
    ["'cnu' & '100' & 'e' & 'x' & 'y':*"],
  ]);
  expect(asked('e\u0301 ß €')).toEqual([["'e' & 'ß' & '€'"], ["'e' & 'ß' & '€':*"]]);
});

test('an address stays whole, without what mail programs put around it, and always is a beginning', () => {
  expect(asked('<Joao@Exemplo.com>,')).toEqual([["'joao@exemplo.com':*"]]);
  expect(asked('@exemplo')).toEqual([["'@exemplo':*"]]);
  expect(asked('joao@exemplo.com; ana')).toEqual([
    ["'joao@exemplo.com':* & 'ana'"],
    ["'joao@exemplo.com':* & 'ana':*"],
  ]);
  expect(asked("x@a'b\\")).toEqual([["'x@a''b\\\\':*"]]);
});

test('the beginning of a number is looked for among the numbers too', () => {
  const range = ['0a1b0000-0000-0000-0000-000000000000', '0a1bffff-ffff-ffff-ffff-ffffffffffff'];
  expect(asked('0a1B')).toEqual([["'0a1b':*", ...range]]);
  for (const typed of ['#0a1b', 'Pedido #0a1b', 'pedido0a1b']) expect(asked(typed)[0]).toContain(range[0]);
  const whole = '0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f';
  expect(asked(whole).at(-1)?.slice(-2)).toEqual([whole, whole]);
  for (const typed of ['0a1b2c3d-', '0a1b2c3d-0']) expect(asked(typed).at(-1)).toHaveLength(3);
  for (const none of ['0a1b-', '0a1b2c3d0', 'x0a1b', '0a1b x', `${whole}0`, `0${whole}`, '0a1g']) {
    expect(asked(none).at(-1), none).toHaveLength(1);
  }
  expect(asked('-')).toEqual([]);
});

test('nothing is asked where nothing was typed, and of a long text only the beginning', () => {
  for (const typed of ['', '  ', '%', '!?', '@']) expect(asked(typed), typed).toEqual([]);
  expect(asked('x'.repeat(101))).toEqual([[`'${'x'.repeat(100)}':*`]]);
});
