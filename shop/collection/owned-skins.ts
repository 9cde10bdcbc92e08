import type { Executor } from '#db/client.server.ts';
import { skinKey } from '#shop/catalog/catalog.ts';
import type { ShopContext } from '#shop/context.ts';

/** Keys (`championId_num`) of every skin that the user has paid for. */
export async function ownedSkinKeys(ctx: ShopContext, userId: string): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('user_collection')
    .select(['champion_id', 'skin_num'])
    .where('user_id', '=', userId)
    .execute();
  return new Set(rows.map((row) => skinKey(row.champion_id, row.skin_num)));
}

export async function ownsSkin(
  ctx: ShopContext,
  userId: string,
  championId: string,
  skinNum: number,
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('user_collection')
    .select('id')
    .where('user_id', '=', userId)
    .where('champion_id', '=', championId)
    .where('skin_num', '=', skinNum)
    .executeTakeFirst();
  return row !== undefined;
}

/** Which of these skins the user has paid for, by name. */
export async function ownedSkinNames(
  executor: Executor,
  userId: string,
  skins: readonly { championId: string; skinNum: number }[],
): Promise<string[]> {
  if (skins.length === 0) return [];
  const rows = await executor
    .selectFrom('user_collection')
    .select('skin_name')
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or(skins.map((skin) => eb.and({ champion_id: skin.championId, skin_num: skin.skinNum }))),
    )
    .execute();
  return rows.map((row) => row.skin_name);
}
