import type { ShopContext } from '#shop/context.ts';

/**
 * Whether the shop has ever heard of these skins, or of any skin of a champion: in the catalogue, in an order or among
 * its files. What the catalogue no longer has may still wait for its delivery.
 */
export async function areKnownSkins(
  ctx: ShopContext,
  skins: readonly (readonly [championId: string, skinNum: number | null])[],
): Promise<boolean> {
  const catalog = ctx.catalog.current();
  for (const [championId, skinNum] of skins) {
    const isListed =
      skinNum === null
        ? catalog.champions.some(({ id }) => id === championId)
        : catalog.findSkin(championId, skinNum) !== null;
    if (!isListed && !(await wasSeen(ctx, championId, skinNum))) return false;
  }
  return true;
}

async function wasSeen({ db }: ShopContext, championId: string, skinNum: number | null): Promise<boolean> {
  for (const table of ['skin_files', 'order_items', 'grants'] as const) {
    const row = await db
      .selectFrom(table)
      .select('champion_id')
      .where('champion_id', '=', championId)
      .$if(skinNum !== null, (query) => query.where('skin_num', '=', skinNum!))
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}
