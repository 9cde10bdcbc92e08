import { sql, type RawBuilder } from 'kysely';
import { isOfChampion } from '#shop/catalog/is-of-champion.ts';
import type { ShopContext } from '#shop/context.ts';

/**
 * Whether the shop has ever heard of these skins: in the catalogue, in an order or among its files. What the catalogue no
 * longer has may still wait for its delivery.
 */
export async function areKnownSkins(ctx: ShopContext, skus: readonly string[]): Promise<boolean> {
  for (const sku of skus) {
    if (!ctx.catalog.current().findSkin(sku) && !(await wasSeen(ctx, sql`sku = ${sku}`))) return false;
  }
  return true;
}

/** Whether it has heard of any skin of a champion. */
export async function isKnownChampion(ctx: ShopContext, championId: string): Promise<boolean> {
  // The database takes no character 0.
  if (championId.includes('\0')) return false;
  const isListed = ctx.catalog.current().champions.some(({ id }) => id === championId);
  return isListed || wasSeen(ctx, isOfChampion(sql`sku`, championId));
}

async function wasSeen({ db }: ShopContext, isMeant: RawBuilder<unknown>): Promise<boolean> {
  for (const table of ['skin_files', 'order_items', 'grants'] as const) {
    const row = await db
      .selectFrom(table)
      .select('sku')
      .where(sql<boolean>`${isMeant}`)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}
