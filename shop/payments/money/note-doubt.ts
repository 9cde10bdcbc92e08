import { refreshAttention } from '#shop/states/refresh-attention.ts';
import type { ShopContext } from '#shop/context.ts';
import { tellChange } from '#shop/events/tell.ts';
import { adjustDueRefunds } from '#shop/refunds/adjust-due-refunds.ts';
import { moveCharge } from '#shop/states/move-charge.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { requireMove } from '#shop/states/require-move.ts';

/**
 * Records an authentic notice with another amount than the books, after a confirmation without an amount.
 * The books take the amount of the notice, because no more may go back than came in. An undelivered order is held
 * until staff decide; a delivered one is shown under 'Atenção'. Before the confirmation the notice counts by itself
 * (`claimed_amount_cents`), and a held payment waits for staff anyway.
 */
export async function noteDoubt(ctx: ShopContext, chargeId: string, claimedCents: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    const order = await lockOrder(tx, { chargeId });
    const charge = await tx
      .selectFrom('charges')
      .selectAll()
      .where('id', '=', chargeId)
      .where('status', 'in', ['paid', 'refunded'])
      .forUpdate()
      .executeTakeFirst();
    if (!order || !charge) return;
    // The same amount as before: it is no new doubt, even under another id or after a decision of staff.
    if (claimedCents === charge.paid_amount_cents || claimedCents === charge.doubted_cents) return;
    await adjustDueRefunds(ctx, tx, order, charge, claimedCents);
    const isSurplus = await tx
      .selectFrom('refunds')
      .select('id')
      .where('charge_id', '=', chargeId)
      .where('reason', '=', 'paid_twice')
      .executeTakeFirst();
    const isHeld = charge.status === 'paid' && order.status === 'pending' && !isSurplus;
    const doubt = { doubted_cents: claimedCents, doubted_at: ctx.now() };
    if (isHeld) await requireMove(moveCharge(tx, { id: chargeId }, 'held', doubt), `Charge ${chargeId}`);
    else await tx.updateTable('charges').set(doubt).where('id', '=', chargeId).execute();
    await refreshAttention(tx, order.id);
    if (isHeld)
      await tellChange(ctx, tx, { name: 'charges.changed', order, chargeIds: [chargeId], status: 'held' });
    await tellChange(ctx, tx, { name: 'order.changed', order });
    ctx.log.warn('charge.doubted', {
      chargeId,
      orderId: order.id,
      claimed: claimedCents,
      asked: charge.amount_cents,
      isHeld,
    });
  });
}
