import { randomUUID } from 'node:crypto';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { deriveToken, digestToken } from '#shop/secrets/derive-token.ts';
import { checkGift } from './check-gift.ts';
import { lockGift } from './lock-gift.ts';
import { refuseCorrection, type CorrectionRefusal } from './refuse-correction.ts';

export type CorrectGiftResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'not_gift' | 'invalid_email' | 'same' | CorrectionRefusal };

/**
 * The giver mistyped the address: the gift goes to another one, under another token, so that the mail that went out
 * opens nothing. The new address alone is told. Beside a claim the one that has the order's row first wins.
 */
export async function correctGift(
  ctx: OutwardContext,
  { userId, orderId, email }: { userId: string; orderId: string; email: string },
): Promise<CorrectGiftResult> {
  return ctx.transaction(async (tx): Promise<CorrectGiftResult> => {
    const own = await tx
      .selectFrom('orders')
      .leftJoin('gifts', 'gifts.order_id', 'orders.id')
      .select('gifts.id')
      .where('orders.id', '=', orderId)
      .where('orders.user_id', '=', userId)
      .executeTakeFirst();
    if (!own) return { ok: false, reason: 'not_found' };
    const locked = own.id === null ? null : await lockGift(tx, { id: own.id });
    if (!locked) return { ok: false, reason: 'not_gift' };
    const { gift, order } = locked;
    const refusal = await refuseCorrection(ctx, tx, gift, order);
    if (refusal) return { ok: false, reason: refusal };
    const checked = checkGift({ email });
    if (!checked.ok) return { ok: false, reason: 'invalid_email' };
    if (checked.gift.email === gift.receiver_email) return { ok: false, reason: 'same' };

    const isOffered = gift.status === 'offered';
    const corrections = gift.corrections + 1;
    const nonce = randomUUID();
    const token = deriveToken(ctx.settings.sealingKey, 'gift', gift.id, nonce);
    await tx
      .updateTable('gifts')
      .set({ receiver_email: checked.gift.email, corrections })
      .$if(isOffered, (query) => query.set({ nonce, token_digest: digestToken(token) }))
      .where('id', '=', gift.id)
      .execute();
    await recordAudit(ctx, tx, {
      actorUserId: userId,
      action: 'gift.corrected',
      subject: { type: 'order', id: orderId },
      details: { isMailed: isOffered, corrections },
    });
    const offered = isOffered ? [{ name: 'gift.offered' as const, giftId: gift.id, corrections }] : [];
    await tell(ctx, tx, ...offered, { name: 'order.changed', order });
    ctx.log.info('gift.corrected', { orderId });
    return { ok: true };
  });
}
