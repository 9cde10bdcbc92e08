import { randomUUID } from 'node:crypto';
import type { ShopContext } from '#shop/context.ts';
import { deriveToken, digestToken } from '#shop/text/derive-token.ts';

export type ShareOrderResult =
  | { ok: true; url: string }
  /** `closed`: it is paid or cancelled, so there is nothing to pay. */
  | { ok: false; reason: 'not_found' | 'closed' };

interface OwnOrder {
  userId: string;
  orderId: string;
}

/**
 * The address under which anybody may pay this order for its buyer (ruling 44). Asked for again it is the same one,
 * until the buyer takes it back.
 */
export async function shareOrder(ctx: ShopContext, { userId, orderId }: OwnOrder): Promise<ShareOrderResult> {
  return ctx.transaction(async (tx): Promise<ShareOrderResult> => {
    const order = await tx
      .selectFrom('orders')
      .select(['id', 'status'])
      .where('user_id', '=', userId)
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst();
    if (!order) return { ok: false, reason: 'not_found' };
    if (order.status !== 'awaiting_payment') return { ok: false, reason: 'closed' };
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
    return { ok: true, url: `${ctx.settings.appUrl}/pagar/${token}` };
  });
}

/** Takes the address back: whoever has it finds nothing. @returns false: it is not this person's order. */
export async function unshareOrder(ctx: ShopContext, { userId, orderId }: OwnOrder): Promise<boolean> {
  const own = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!own) return false;
  await ctx.db.deleteFrom('order_shares').where('order_id', '=', orderId).execute();
  return true;
}
