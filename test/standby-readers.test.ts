import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readProjectFile } from './sources/read-document.ts';

const root = resolve(import.meta.dirname, '..');
const PAGE = 'docs/decisions/reading-from-standbys.md';
/** Where the door is made. */
const DOOR = ['shop/from-standby.ts', 'shop/context.ts', 'server/context.ts'];

test('what is read from a standby is what its page lists, and nothing comes by another door', () => {
  const paths = globSync('{app,catalogs,emails,gateways,jobs,server,shop}/**/*.{ts,tsx}', {
    cwd: root,
  }).filter((path) => !/\.test\.tsx?$/.test(path) && !DOOR.includes(path));
  expect(paths.length).toBeGreaterThan(300);
  const readers = paths.filter((path) => /\bfromStandby\(/.test(readProjectFile(path)));
  const listed = [...readProjectFile(PAGE).matchAll(/^\| `([^`]+\.tsx?)`/gm)].map(([, path]) => path);
  expect(new Set(readers)).toEqual(new Set(listed));
  // `.standby` of a context, which only the door may read.
  expect(paths.filter((path) => /\.standby\b/.test(readProjectFile(path)))).toEqual([]);
});
