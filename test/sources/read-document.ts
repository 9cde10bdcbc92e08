import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

export const readProjectFile = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The cells of each line of a document's tables whose first cell looks like this. */
export function readRows(path: string, first: RegExp): string[][] {
  return readProjectFile(path)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .replace(/^\| */, '')
        .replace(/ *\|$/, '')
        .split(/ *\| */),
    )
    .filter(([cell = '']) => first.test(cell));
}
