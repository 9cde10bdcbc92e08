import { z } from 'zod';
import { ownsSkin } from '#shop/collection/owned-skins.ts';
import type { ShopContext } from '#shop/context.ts';
import { nothing, skinInAddress, skinPair } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';

const described = {
  who: 'customer',
  input: z.object(skinInAddress),
  output: nothing,
  refusals: { not_found: 404, already_owned: 409 },
} as const;

/** A skin that is wished for already stays where it is. */
export const addWish = operation(
  { ...described, id: 'wishes.add' },
  async (ctx, { userId, championId, skinNum }) => {
    if (!ctx.catalog.current().findSkin(championId, skinNum)) return { ok: false, reason: 'not_found' };
    if (await ownsSkin(ctx, userId, championId, skinNum)) return { ok: false, reason: 'already_owned' };
    await insertWishes(ctx, userId, [{ championId, skinNum }]);
    return { ok: true as const };
  },
);

/**
 * What a browser kept before its owner signed in. What is in no catalogue is left out, so the size of the catalogue
 * limits the list.
 */
export const mergeWishes = operation(
  { ...described, id: 'wishes.merge', input: z.object({ items: z.array(skinPair).max(500) }), refusals: {} },
  async (ctx, { userId, items }) => {
    const catalog = ctx.catalog.current();
    await insertWishes(
      ctx,
      userId,
      items.filter(({ championId, skinNum }) => catalog.findSkin(championId, skinNum)),
    );
    return { ok: true as const };
  },
);

export const removeWish = operation(
  { ...described, id: 'wishes.remove' },
  async (ctx, { userId, championId, skinNum }) => {
    await ctx.db
      .deleteFrom('wishes')
      .where('user_id', '=', userId)
      .where('champion_id', '=', championId)
      .where('skin_num', '=', skinNum)
      .execute();
    return { ok: true as const };
  },
);

async function insertWishes(
  ctx: ShopContext,
  userId: string,
  skins: readonly z.output<typeof skinPair>[],
): Promise<void> {
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
