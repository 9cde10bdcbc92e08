import { randomUUID } from 'node:crypto';
import type { Tx } from '#db/client.server.ts';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { moveGift } from '#shop/states/gift-status.ts';
import { deriveToken, digestToken } from '#shop/secrets/derive-token.ts';

export const CLAIM_DAYS = 90;

/**
 * The money is there: whoever gets the one mail may claim the gift. After a refund and a later payment it
 * is offered anew, under another address.
 */
export async function offerGift(ctx: OutwardContext, tx: Tx, orderId: string): Promise<void> {
  const { id, corrections } = await tx
    .selectFrom('gifts')
    .select(['id', 'corrections'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const nonce = randomUUID();
  const moved = await moveGift(tx, orderId, 'offered', {
    nonce,
    token_digest: digestToken(deriveToken(ctx.settings.sealingKey, 'gift', id, nonce)),
    expires_at: new Date(ctx.now().getTime() + CLAIM_DAYS * 24 * 3600_000),
    ended_at: null,
  });
  if (moved) await tell(ctx, tx, { name: 'gift.offered', giftId: id, corrections });
}
