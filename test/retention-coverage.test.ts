import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { KEPT, RETENTION } from '#shop/retention/retention.ts';
import { readProjectFile, readRows } from './sources/read-coverage.ts';

const DOCUMENT = 'docs/retention.md';
const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

test('the document says of each rule what the job does', () => {
  const rules = Object.values(RETENTION).map(({ what, where, days, since, ending }) => [
    what,
    list(where),
    days === 0 ? 'at once' : `${days} days`,
    since,
    ending,
  ]);
  expect(readRows(DOCUMENT, /^(?!What$|Table$|`|-)/)).toEqual(rules);
});

test('the document names each table that is kept, and why', () => {
  const kept = Object.entries(KEPT).map(([table, why]) => [`\`${table}\``, why]);
  expect(readRows(DOCUMENT, /^`/), `${DOCUMENT} repeats KEPT of shop/retention/retention.ts`).toEqual(kept);
});

// retention.db.test.ts asks the database itself, pg-boss' tables included; this one is quicker to notice a new one.
test('each table that a migration makes is kept for a time, or is kept for a reason', () => {
  const made = readdirSync(resolve(import.meta.dirname, '../db/migrations')).flatMap((file) =>
    [...readProjectFile(`db/migrations/${file}`).matchAll(/^create (?:unlogged )?table (\w+)/gim)].map(
      ([, name = '']) => name,
    ),
  );
  expect(made.length).toBeGreaterThan(20);
  const explained = [...Object.values(RETENTION).flatMap(({ where }) => where), ...Object.keys(KEPT)];
  const cure = 'Name it in RETENTION or KEPT of shop/retention/retention.ts, then in docs/retention.md.';
  expect(
    made.filter((name) => !explained.includes(name)),
    cure,
  ).toEqual([]);
});
