import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { expect, startShop, test } from '../shop.ts';

const { withLock } = await import(new URL('../../../scripts/run/with-lock.mjs', import.meta.url).href);
const DEV = resolve(import.meta.dirname, '../../../scripts/dev.mjs');

test('from its sources the shop starts again when a rule changes, and ends as it is told to', async () => {
  test.setTimeout(300_000);
  const directory = mkdtempSync(join(tmpdir(), 'fulgor-dev-'));
  const env = { CATALOG_URL: 'http://127.0.0.1:9', DATA_DIR: directory };
  const shop = await startShop('embedded', env, [DEV]);
  const starts = () => shop.output().match(/"event":"shop.started"/g)?.length ?? 0;
  const read = async (path: string) => (await fetch(`${shop.url}${path}`)).text();
  const screen = '/app/routes/store/store.tsx';
  expect(await read('/loja')).toContain(screen);
  expect(await read(screen)).toContain('/@vite/client');

  const before = starts();
  const rule = resolve(import.meta.dirname, `../../../shop/changed-${randomUUID()}.ts`);
  // A start beside it would take the new file for a change and build the shop anew, under all others.
  await withLock(async () => {
    writeFileSync(rule, 'export {};\n');
    try {
      await expect.poll(starts, { timeout: 120_000 }).toBeGreaterThan(before);
    } finally {
      rmSync(rule);
    }
  });
  expect(shop.output()).toContain(`${basename(rule)} mudou: reiniciando`);
  await expect.poll(starts, { timeout: 120_000 }).toBeGreaterThan(before + 1);
  expect(await read('/loja')).toContain(screen);
  expect(await shop.stop()).toBe(0);
});
