import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { exportToFolder } from './export-to-folder.ts';

let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
});
afterAll(() => shop.close());

test('all of it lies in the folder, for its owner alone, and what lies in another is left alone', async () => {
  const [skin] = shop.ctx.catalog.current().skins;
  await createPaidOrder(shop, { kind: 'skins', skins: [{ sku: skin!.sku }] });
  const folder = join(await mkdtemp(join(tmpdir(), 'export-')), 'fulgor');
  expect(await exportToFolder(shop.ctx.db, folder)).toMatchObject({
    people: 1,
    orders: 1,
    owned: 1,
    products: 1,
  });
  expect((await readdir(folder)).toSorted()).toEqual([
    'customers.csv',
    'files.csv',
    'fulgor.json',
    'orders.csv',
    'products.csv',
  ]);
  const json: unknown = JSON.parse(await readFile(join(folder, 'fulgor.json'), 'utf8'));
  expect(json).toMatchObject({
    fulgor: 1,
    orders: [{ items: [{ sku: skin!.sku }] }],
    owned: [{ sku: skin!.sku }],
  });
  expect((await stat(join(folder, 'fulgor.json'))).mode & 0o077).toBe(0);

  await expect(exportToFolder(shop.ctx.db, folder)).rejects.toThrow('não está vazia');
  const other = await mkdtemp(join(tmpdir(), 'export-'));
  await writeFile(join(other, 'orders.csv'), 'meu');
  await expect(exportToFolder(shop.ctx.db, other)).rejects.toThrow('não está vazia');
  expect(await readdir(other)).toEqual(['orders.csv']);
  expect(await readFile(join(other, 'orders.csv'), 'utf8')).toBe('meu');
});
