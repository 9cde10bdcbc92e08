import { expect, test } from 'vitest';
import { readRows } from '#test/read-coverage.ts';
import { KEPT, RETENTION } from './retention.ts';

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
  expect(readRows(DOCUMENT, /^`/)).toEqual(kept);
});
