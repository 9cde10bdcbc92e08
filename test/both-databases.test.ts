import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FOLDERS } from './mutants/choose-mutants.ts';

test('whatever a database does to money, a right or a skin is asked of both databases', () => {
  const folders = [...FOLDERS, 'shop/disputes'];
  expect(globSync(folders.map((folder) => `${folder}/**/*.db.test.ts`))).toEqual([]);
  expect(globSync('shop/refunds/*.both.test.ts')).not.toEqual([]);
});
