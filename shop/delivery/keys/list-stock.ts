import { z } from 'zod';
import { searchSkins } from '#shop/catalog/search/search-skins.ts';
import type { ShopContext } from '#shop/context.ts';
import { nameSkin, type SkinOfFile } from '#shop/delivery/files/skin-file.ts';
import { operation } from '#shop/operation.ts';
import { readStock, type Stock } from './stock-of.ts';

const FOUND = 50;

/** A product with its stock; null: it never had any. */
export type ProductOfKeys = SkinOfFile & { sku: string; stock: Stock | null };

/** Every product of keys with its stock. */
export const showStock = operation(
  {
    id: 'stock.list',
    who: 'files.manage',
    input: z.object({}),
    output: z.array(z.object({ sku: z.string(), left: z.number(), sold: z.number() })),
    refusals: {},
  },
  (ctx) => readStock(ctx.db),
);

/** The products of keys as the panel shows them: those with the fewest keys first. */
export async function listStock(ctx: ShopContext): Promise<ProductOfKeys[]> {
  const stocks = await readStock(ctx.db);
  return stocks
    .map((stock) => ({ ...nameSkin(ctx, stock.sku), sku: stock.sku, stock }))
    .sort((one, other) => one.stock.left - other.stock.left || (one.sku < other.sku ? -1 : 1));
}

/** Products of the catalogue whose name or group contains the text, each with its stock if it ever had one. */
export async function searchStock(
  ctx: ShopContext,
  query: string,
): Promise<{ found: ProductOfKeys[]; total: number }> {
  const { skins, total } = searchSkins(ctx.catalog.current(), {
    query,
    sort: 'champion',
    offset: 0,
    limit: FOUND,
  });
  const stocks = await readStock(
    ctx.db,
    skins.map(({ sku }) => sku),
  );
  return {
    found: skins.map(({ sku }) => ({
      ...nameSkin(ctx, sku),
      sku,
      stock: stocks.find((stock) => stock.sku === sku) ?? null,
    })),
    total,
  };
}
