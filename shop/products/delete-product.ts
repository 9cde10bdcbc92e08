import type { ShopContext } from '#shop/context.ts';
import { announceProduct } from './announce-product.ts';

export type DeleteProductResult = { ok: true } | { ok: false; reason: 'not_found' };

/** Orders and collections have their own copies, so sold skins do not change. */
export async function deleteProduct(
  ctx: ShopContext,
  { actorUserId, id }: { actorUserId: string; id: string },
): Promise<DeleteProductResult> {
  return ctx.transaction(async (tx) => {
    const before = await tx.deleteFrom('products').where('id', '=', id).returningAll().executeTakeFirst();
    if (!before) return { ok: false, reason: 'not_found' };
    await announceProduct(ctx, tx, { actorUserId, action: 'product.deleted', before, after: null });
    return { ok: true };
  });
}
