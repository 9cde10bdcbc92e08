import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { citedTests, missingProofs, readRows } from './sources/read-coverage.ts';

const rules = readRows('docs/purchase-rules.md', /^(?!rule$|-)/);

test('each rule of a purchase names the places that enforce it, and they exist', () => {
  expect(rules.length).toBeGreaterThanOrEqual(19);
  const places = rules.map(([rule = '', enforced = '']) => ({
    rule,
    files: [...enforced.matchAll(/`((?:shop|app|db)\/[\w./-]+\.tsx?)`/g)].map(([, path = '']) => path),
    isInDatabase: /index|table|trigger/.test(enforced),
  }));
  expect(places.filter(({ files, isInDatabase }) => files.length === 0 && !isInDatabase)).toEqual([]);
  const absent = places.flatMap(({ files }) =>
    files.filter((path) => !existsSync(resolve(import.meta.dirname, '..', path))),
  );
  expect(absent).toEqual([]);
});

test('each rule is shown by a test that exists under that name', () => {
  expect(rules.flatMap(([rule = '', , shown = '']) => missingProofs(rule, citedTests(shown)))).toEqual([]);
});
