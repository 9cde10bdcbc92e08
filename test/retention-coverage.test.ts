import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { KEPT, RETENTION } from '#shop/retention/retention.ts';
import { readProjectFile } from './sources/read-document.ts';

// retention.both.test.ts asks the database itself, pg-boss' tables included; this one is quicker to notice a new one.
test('each table that a migration makes is kept for a time, or is kept for a reason', () => {
  const files = readdirSync(resolve(import.meta.dirname, '../db/migrations'));
  const named = (statement: RegExp) =>
    files.flatMap((file) =>
      [...readProjectFile(`db/migrations/${file}`).matchAll(statement)].map(([, name = '']) => name),
    );
  const gone = named(/^drop table (\w+)/gim);
  const made = named(/^create (?:unlogged )?table (\w+)/gim).filter((name) => !gone.includes(name));
  expect(made.length).toBeGreaterThan(20);
  const explained = [...Object.values(RETENTION).flatMap(({ where }) => where), ...Object.keys(KEPT)];
  const cure = 'Name it in RETENTION or KEPT of shop/retention/retention.ts.';
  expect(
    made.filter((name) => !explained.includes(name)),
    cure,
  ).toEqual([]);
});
