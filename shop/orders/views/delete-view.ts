import { z } from 'zod';
import { id, nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';

/** A shared view, too, belongs to whoever saved it. */
export const deleteView = operation(
  {
    id: 'views.delete',
    who: 'orders.read',
    input: z.object({ viewId: id() }),
    output: nothing,
    refusals: { not_found: 404 },
  },
  async (ctx, { actorUserId, viewId }) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('order_views')
      .where('id', '=', viewId)
      .where('user_id', '=', actorUserId)
      .executeTakeFirst();
    return numDeletedRows > 0n ? { ok: true as const } : { ok: false, reason: 'not_found' };
  },
);
