import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');
const notices = read('public/third-party-notices.txt');

/** Only types, or only on the server: nothing of them reaches a browser. */
const NOT_SENT = new Set([
  '@fastify/busboy',
  '@react-router/dev',
  '@react-router/node',
  'zod',
  'isbot',
  'kysely',
  'csv-stringify',
  'echarts',
]);

test('whatever a screen imports from others is named in the notices', () => {
  const imported = new Set<string>();
  for (const file of globSync('app/**/*.{ts,tsx}', { cwd: root })) {
    if (file.includes('.test.')) continue;
    for (const [, from = ''] of read(file).matchAll(/^(?:import|export)[^'"]*?from '([^'.#][^']*)'/gms)) {
      if (!/^(?:node|virtual):/.test(from)) {
        imported.add(from.startsWith('@') ? from.split('/').slice(0, 2).join('/') : from.split('/')[0]!);
      }
    }
  }
  const sent = [...imported].filter((name) => !NOT_SENT.has(name));
  expect(sent.length).toBeGreaterThanOrEqual(5);
  expect(sent.filter((name) => !new RegExp(`(?:^|[ ,])${name}(?:[ ,]|$)`, 'm').test(notices))).toEqual([]);
});

test('each typeface keeps its copyright, and the licence lies beside it', () => {
  const owners = read('app/fonts/OFL.txt').match(/^Copyright \d+ The .+? Project Authors/gm) ?? [];
  expect(owners).toHaveLength(5);
  for (const owner of owners) expect(notices).toContain(owner);
});
