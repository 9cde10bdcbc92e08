import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { tellChange } from '#shop/events/tell.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { refreshClocks } from '#shop/states/refresh-clocks.ts';

export type ReleaseAccountResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'still_open' | 'already_released' };

/** After a lost dispute an owner decides that the account is delivered to by itself again. The caller checks the role. */
export async function releaseAccount(
  ctx: ShopContext,
  { actorUserId, disputeId }: { actorUserId: string; disputeId: string },
): Promise<ReleaseAccountResult> {
  return ctx.transaction(async (tx): Promise<ReleaseAccountResult> => {
    const dispute = await tx
      .selectFrom('disputes')
      .select('order_id')
      .where('id', '=', disputeId)
      .executeTakeFirst();
    const order = dispute && (await lockOrder(tx, dispute.order_id));
    if (!order) return { ok: false, reason: 'not_found' };
    const released = await tx
      .updateTable('disputes')
      .set({ released_at: ctx.now(), released_by: actorUserId })
      .where('id', '=', disputeId)
      .where('state', '=', 'lost')
      .where('released_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!released) {
      const { state } = await tx
        .selectFrom('disputes')
        .select('state')
        .where('id', '=', disputeId)
        .executeTakeFirstOrThrow();
      return { ok: false, reason: state === 'open' ? 'still_open' : 'already_released' };
    }
    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'dispute.released',
      subject: { type: 'order', id: order.id },
      details: { disputeId },
    });
    if (order.user_id !== null) await refreshClocks(ctx, tx, { userId: order.user_id });
    await tellChange(ctx, tx, { name: 'order.changed', order });
    return { ok: true };
  });
}
