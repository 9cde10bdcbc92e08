import { z } from 'zod';
import { ownsSkin } from '#shop/collection/owned-skins.ts';
import type { ShopContext } from '#shop/context.ts';
import { nothing, sku, skinPair } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';

const described = {
  who: 'customer',
  input: z.object({ sku }),
  output: nothing,
  refusals: { not_found: 404, already_owned: 409 },
} as const;

/** A skin that is wished for already stays where it is. */
export const addWish = operation({ ...described, id: 'wishes.add' }, async (ctx, { userId, sku }) => {
  if (!ctx.catalog.current().findSkin(sku)) return { ok: false, reason: 'not_found' };
  if (await ownsSkin(ctx, userId, sku)) return { ok: false, reason: 'already_owned' };
  await insertWishes(ctx, userId, [sku]);
  return { ok: true as const };
});

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
      items.filter((sku) => catalog.findSkin(sku)),
    );
    return { ok: true as const };
  },
);

export const removeWish = operation({ ...described, id: 'wishes.remove' }, async (ctx, { userId, sku }) => {
  await ctx.db.deleteFrom('wishes').where('user_id', '=', userId).where('sku', '=', sku).execute();
  return { ok: true as const };
});

async function insertWishes(ctx: ShopContext, userId: string, skus: readonly string[]): Promise<void> {
  if (skus.length === 0) return;
  const added_at = ctx.now();
  const { hasFile, findSkin } = ctx.catalog.current();
  const awaits = (sku: string) => !hasFile(sku) || findSkin(sku)?.soldOut === true;
  await ctx.db
    .insertInto('wishes')
    .values(skus.map((sku) => ({ user_id: userId, sku, added_at, awaits_file: awaits(sku) })))
    .onConflict((conflict) => conflict.columns(['user_id', 'sku']).doNothing())
    .execute();
}
