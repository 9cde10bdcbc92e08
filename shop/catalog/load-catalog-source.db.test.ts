import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { loadCatalogSource } from './load-catalog-source.ts';

let shop: TestContext;

beforeAll(async () => {
  shop = await createTestContext();
});
beforeEach(async () => {
  await shop.ctx.db.deleteFrom('products').execute();
  await shop.ctx.db.deleteFrom('splash_colors').execute();
  await shop.ctx.catalog.reload();
});
afterAll(() => shop.close());

/** A skin of the demonstration catalogue. */
function anySkin() {
  const skin = shop.ctx.catalog.current().skins[0];
  if (!skin) throw new Error('The demonstration catalogue is empty.');
  return skin;
}

async function linkProduct(is_active: boolean, image_url: string | null = null) {
  const { sku } = anySkin();
  await shop.ctx.db
    .insertInto('products')
    .values({
      name: 'Produto',
      price_cents: 1500,
      sku,
      is_active,
      image_url,
    })
    .execute();
  await shop.ctx.catalog.reload();
  return shop.ctx.catalog.current().findSkin(sku);
}

test('finds skins by their key, and nothing else', () => {
  const catalog = shop.ctx.catalog.current();
  const { sku, championId, num } = anySkin();
  expect(catalog.findSkin(sku)).toMatchObject({
    available: true,
    color: null,
    splashPath: `/img/${championId}_${num}`,
  });
  expect(catalog.skinsOf(championId).map((skin) => skin.num)).toEqual(
    catalog.skins
      .filter((skin) => skin.championId === championId)
      .map((skin) => skin.num)
      .toSorted((a, b) => a - b),
  );
  expect(catalog.findSkin(`lol:${championId}:0`)).toBeNull();
  expect(catalog.findSkin('constructor')).toBeNull();
  expect(catalog.skinsOf('__proto__')).toEqual([]);
});

test('a product that is switched off takes its skin off sale, and its picture counts for nothing', async () => {
  const skin = await linkProduct(false, 'https://exemplo.com/arte.jpg');
  expect(skin?.available).toBe(false);
  expect(skin).not.toHaveProperty('imageUrl');
});

test('a broken file hides neither keys in stock nor the link of a product', async () => {
  const { sku } = anySkin();
  const has = async () => {
    await shop.ctx.catalog.reload();
    return shop.ctx.catalog.current().hasFile(sku);
  };
  const { db } = shop.ctx;
  await db
    .insertInto('skin_files')
    .values({ sku, link: 'https://exemplo.com/a.zip', state: 'broken', updated_at: shop.ctx.now() })
    .execute();
  expect(await has()).toBe(false);
  await linkProduct(true);
  expect(await has()).toBe(false);
  await db.updateTable('products').set({ download_url: 'https://exemplo.com/b.zip' }).execute();
  expect(await has()).toBe(true);
  await db.updateTable('products').set({ is_active: false }).execute();
  expect(await has()).toBe(false);
  await sql`insert into stock_keys (sku, sealed, digest, last_four, added_at, line)
    values (${sku}, '', '', '', now(), 1)`.execute(db);
  expect(await has()).toBe(true);
  await db.deleteFrom('stock_keys').execute();
  await db.deleteFrom('skin_files').execute();
});

test("an active product's picture stands in for the splash", async () => {
  expect(await linkProduct(true, 'https://exemplo.com/arte.jpg')).toMatchObject({
    available: true,
    imageUrl: 'https://exemplo.com/arte.jpg',
  });
});

test('a stored colour comes with its skin', async () => {
  const { sku } = anySkin();
  await shop.ctx.db.insertInto('splash_colors').values({ sku, color: '#123456' }).execute();
  await shop.ctx.catalog.reload();
  expect(shop.ctx.catalog.current().findSkin(sku)?.color).toBe('#123456');
});

test('reloads at once are read twice: the one under way, and one for all who came after it began', async () => {
  let reads = 0;
  const counting = new Proxy(shop.ctx.db, {
    get(target, name) {
      if (name === 'selectFrom') reads += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const source = await loadCatalogSource(counting);
  reads = 0;
  await Promise.all(Array.from({ length: 20 }, () => source.reload()));
  expect(reads).toBe(2);
});

test('what was committed before a reload is in it, though another reload was under way', async () => {
  const { sku } = anySkin();
  const early = shop.ctx.catalog.reload();
  await shop.ctx.db.updateTable('skins').set({ name: 'Nome Novo' }).where('sku', '=', sku).execute();
  await shop.ctx.catalog.reload();
  expect(shop.ctx.catalog.current().findSkin(sku)?.name).toBe('Nome Novo');
  await early;
});

test('a reload that fails keeps the last good catalogue', async () => {
  let isBroken = false;
  const breaking = new Proxy(shop.ctx.db, {
    get(target, name) {
      if (isBroken) throw new Error('database gone');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const source = await loadCatalogSource(breaking);
  const before = source.current();
  isBroken = true;
  await expect(source.reload()).rejects.toThrow('database gone');
  expect(source.current()).toBe(before);
  isBroken = false;
  await sql`update champions set title = title || ' outra vez'`.execute(shop.ctx.db);
  await source.reload();
  expect(source.current()).not.toBe(before);
});

test('a reload that finds nothing new leaves the catalogue what it is, with all that was made from it', async () => {
  const before = shop.ctx.catalog.current();
  await shop.ctx.catalog.reload();
  const same = shop.ctx.catalog.current();
  await shop.ctx.catalog.reload();
  expect(shop.ctx.catalog.current()).toBe(same);
  expect(same.skins).toHaveLength(before.skins.length);
});
