import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { deriveToken, digestToken } from '#shop/secrets/derive-token.ts';
import { lockOrder } from '#shop/states/lock-order.ts';

const described = {
  who: 'customer',
  input: z.object({ orderId: id() }),
  output: z.object({ url: z.string().nullable() }),
} as const;

/**
 * The address under which anybody may pay this order for its buyer. Asked for again it is the same one,
 * until the buyer takes it back.
 */
export const shareOrder = operation(
  { ...described, id: 'orders.share', refusals: { not_found: 404, order_closed: 409 } },
  (ctx, { userId, orderId }) =>
    ctx.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (order?.user_id !== userId) return { ok: false as const, reason: 'not_found' as const };
      if (order.status !== 'awaiting_payment') return { ok: false as const, reason: 'order_closed' as const };
      const before = await tx
        .selectFrom('order_shares')
        .select(['nonce', 'token_digest'])
        .where('order_id', '=', orderId)
        .executeTakeFirst();
      const nonce = before?.nonce ?? randomUUID();
      const token = deriveToken(ctx.settings.sealingKey, 'share', orderId, nonce);
      const written = { nonce, token_digest: digestToken(token) ?? '' };
      // After a change of AUTH_SECRET the same row has another token.
      if (before?.token_digest !== written.token_digest) {
        await tx
          .insertInto('order_shares')
          .values({ order_id: orderId, ...written, created_at: ctx.now() })
          .onConflict((conflict) => conflict.column('order_id').doUpdateSet(written))
          .execute();
      }
      return { ok: true as const, url: `${ctx.settings.appUrl}/pagar/${token}` };
    }),
);

/** Takes the address back: whoever has it finds nothing. */
export const unshareOrder = operation(
  { ...described, id: 'orders.unshare', refusals: { not_found: 404 } },
  async (ctx, { userId, orderId }) => {
    const own = await ctx.db
      .selectFrom('orders')
      .select('id')
      .where('id', '=', orderId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!own) return { ok: false, reason: 'not_found' };
    await ctx.db.deleteFrom('order_shares').where('order_id', '=', orderId).execute();
    return { url: null };
  },
);
