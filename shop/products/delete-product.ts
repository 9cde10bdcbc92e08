import { z } from 'zod';
import { id, nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { announceProduct } from './announce-product.ts';

/** Orders and collections have their own copies, so sold skins do not change. */
export const deleteProduct = operation(
  {
    id: 'products.delete',
    who: 'products',
    input: z.object({ productId: id() }),
    output: nothing,
    refusals: { not_found: 404 },
  },
  async (ctx, { actorUserId, productId }) =>
    ctx.transaction(async (tx) => {
      const before = await tx
        .deleteFrom('products')
        .where('id', '=', productId)
        .returningAll()
        .executeTakeFirst();
      if (!before) return { ok: false, reason: 'not_found' };
      await announceProduct(ctx, tx, { actorUserId, action: 'product.deleted', before, after: null });
      return { ok: true };
    }),
);
