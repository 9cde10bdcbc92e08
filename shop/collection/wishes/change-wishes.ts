import { ownsSkin } from '#shop/collection/owned-skins.ts';
import type { ShopContext } from '#shop/context.ts';

interface WishedSkin {
  championId: string;
  skinNum: number;
}

export type AddWishResult = { ok: true } | { ok: false; reason: 'unknown_skin' | 'already_owned' };

/** A skin that is wished for already stays where it is. */
export async function addWish(
  ctx: ShopContext,
  { userId, skin }: { userId: string; skin: WishedSkin },
): Promise<AddWishResult> {
  if (!ctx.catalog.current().findSkin(skin.championId, skin.skinNum))
    return { ok: false, reason: 'unknown_skin' };
  if (await ownsSkin(ctx, userId, skin.championId, skin.skinNum))
    return { ok: false, reason: 'already_owned' };
  await insertWishes(ctx, userId, [skin]);
  return { ok: true };
}

/**
 * What a browser kept before its owner signed in. What is in no catalogue is left out, so the size of the catalogue
 * limits the list.
 */
export async function mergeWishes(
  ctx: ShopContext,
  { userId, skins }: { userId: string; skins: readonly WishedSkin[] },
): Promise<void> {
  const catalog = ctx.catalog.current();
  await insertWishes(
    ctx,
    userId,
    skins.filter(({ championId, skinNum }) => catalog.findSkin(championId, skinNum)),
  );
}

export async function removeWish(
  ctx: ShopContext,
  { userId, skin }: { userId: string; skin: WishedSkin },
): Promise<void> {
  await ctx.db
    .deleteFrom('wishes')
    .where('user_id', '=', userId)
    .where('champion_id', '=', skin.championId)
    .where('skin_num', '=', skin.skinNum)
    .execute();
}

async function insertWishes(ctx: ShopContext, userId: string, skins: readonly WishedSkin[]): Promise<void> {
  if (skins.length === 0) return;
  const added_at = ctx.now();
  await ctx.db
    .insertInto('wishes')
    .values(
      skins.map(({ championId, skinNum }) => ({
        user_id: userId,
        champion_id: championId,
        skin_num: skinNum,
        added_at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'champion_id', 'skin_num']).doNothing())
    .execute();
}
