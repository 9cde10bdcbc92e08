import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { announceOrder } from '#shop/delivery/announce-order.ts';
import { checkNote } from './check-note.ts';
import { lockRefund } from './lock-refund.ts';
import { readMoneyOfOrder } from './order-money.ts';
import { moveRefund } from './refund-status.ts';
import { settleRefund } from './settle-refund.ts';

export interface CloseRefund {
  actorUserId: string;
  refundId: string;
  /** `sent`: staff sent the money outside of the gateway. `dismissed`: it does not go back. */
  as: 'sent' | 'dismissed';
  note: string;
}

export type CloseRefundResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'not_open' | 'nothing_left' }
  | { ok: false; reason: 'invalid_note'; message: string };

/**
 * Ends a refund by staff's word, with what they wrote down. Only what is due or has failed: of one that is on
 * its way nobody but the provider knows.
 */
export async function closeRefund(ctx: ShopContext, request: CloseRefund): Promise<CloseRefundResult> {
  const note = checkNote(request.note);
  if (!note.ok) return { ok: false, reason: 'invalid_note', message: note.message };
  return ctx.transaction(async (tx): Promise<CloseRefundResult> => {
    const locked = await lockRefund(tx, request.refundId);
    if (!locked) return { ok: false, reason: 'not_found' };
    const { order, refund } = locked;
    const retried = await tx
      .selectFrom('refunds')
      .select('id')
      .where('retry_of', '=', refund.id)
      .executeTakeFirst();
    if (retried || (refund.status !== 'due' && refund.status !== 'failed')) {
      return { ok: false, reason: 'not_open' };
    }
    const words = refund.note === null ? note.note : `${refund.note} · ${note.note}`;
    if (request.as === 'sent') {
      const { charges } = await readMoneyOfOrder(tx, order.id);
      const left = charges.find(({ chargeId }) => chargeId === refund.charge_id)?.leftCents ?? 0;
      if (refund.status === 'failed' && refund.amount_cents > left)
        return { ok: false, reason: 'nothing_left' };
      await settleRefund(ctx, tx, order, refund, { actorUserId: request.actorUserId, note: words });
      return { ok: true };
    }
    const closed = { note: words, settled_at: ctx.now() };
    if (!(await moveRefund(tx, refund.id, 'dismissed', closed))) return { ok: false, reason: 'not_open' };
    await recordAudit(ctx, tx, {
      actorUserId: request.actorUserId,
      action: 'refund.dismissed',
      subject: { type: 'order', id: order.id },
      details: { refundId: refund.id, amountCents: refund.amount_cents },
    });
    await announceOrder(ctx, tx, order);
    return { ok: true };
  });
}
