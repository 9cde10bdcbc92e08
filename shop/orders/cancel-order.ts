import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { revokeSkins } from '#shop/collection/revoke-skins.ts';
import type { ShopContext } from '#shop/context.ts';
import { announceOrder } from '#shop/delivery/announce-order.ts';
import { confirmCharge } from '#shop/payments/confirm-charge.ts';
import { GatewayError } from '#shop/payments/gateway.ts';
import { addRefund } from '#shop/refunds/add-refund.ts';
import { checkNote } from '#shop/refunds/check-note.ts';
import { readMoneyOfOrder } from '#shop/refunds/order-money.ts';
import { sendRefund } from '#shop/refunds/send-refund.ts';
import { lockOrder } from './lock-order.ts';
import { moveOrder } from './move-order.ts';

export type CancelOwnOrderResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'already_paid' | 'payment_under_review' };

/** The buyer gives up an order that is not paid. Money that arrives all the same revives it (ruling 4). */
export async function cancelOwnOrder(
  ctx: ShopContext,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<CancelOwnOrderResult> {
  const result = await ctx.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || order.user_id !== userId) return { ok: false as const, reason: 'not_found' as const };
    if (order.status === 'cancelled') return { ok: true as const, closed: [] };
    if (order.status !== 'awaiting_payment') return { ok: false as const, reason: 'already_paid' as const };
    const { receivedCents } = await readMoneyOfOrder(tx, orderId);
    if (receivedCents > 0) return { ok: false as const, reason: 'payment_under_review' as const };
    const closed = await cancel(ctx, tx, order, 0);
    ctx.log.info('order.cancelled_by_buyer', { orderId });
    return { ok: true as const, closed };
  });
  if (!result.ok) return result;
  closeAtGateway(ctx, result.closed);
  return { ok: true };
}

export type CancelOrderResult =
  | { ok: true; refundCents: number }
  | { ok: false; reason: 'not_found' | 'already_completed' | 'already_cancelled' }
  | { ok: false; reason: 'invalid_note'; message: string };

/** Staff cancel what is not delivered; whatever was paid is refunded in the same transaction. */
export async function cancelOrder(
  ctx: ShopContext,
  request: { actorUserId: string; orderId: string; note: string },
): Promise<CancelOrderResult> {
  const note = checkNote(request.note);
  if (!note.ok) return { ok: false, reason: 'invalid_note', message: note.message };
  const { actorUserId, orderId } = request;
  const result = await ctx.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return { ok: false as const, reason: 'not_found' as const };
    if (order.status === 'completed') return { ok: false as const, reason: 'already_completed' as const };
    if (order.status === 'cancelled') return { ok: false as const, reason: 'already_cancelled' as const };
    const { charges } = await readMoneyOfOrder(tx, orderId);
    let refundCents = 0;
    const toSend: string[] = [];
    for (const charge of charges) {
      if (charge.leftCents === 0) continue;
      const refund = await addRefund(ctx, tx, charge, {
        actorUserId,
        orderId,
        amountCents: charge.leftCents,
        reason: 'cancelled',
        note: note.note,
      });
      refundCents += charge.leftCents;
      if (refund.status === 'requested') toSend.push(refund.id);
    }
    const closed = await cancel(ctx, tx, order, refundCents);
    await revokeSkins(tx, order);
    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'order.cancelled',
      subject: { type: 'order', id: orderId },
      details: { from: order.status, refundCents },
    });
    ctx.log.info('order.cancelled_by_staff', { orderId, refundCents });
    return { ok: true as const, refundCents, toSend, closed };
  });
  if (!result.ok) return result;
  for (const id of result.toSend) ctx.inBackground('send_refund', () => sendRefund(ctx, id));
  closeAtGateway(ctx, result.closed);
  return { ok: true, refundCents: result.refundCents };
}

/** @returns the charges whose codes can still be paid. */
async function cancel(
  ctx: ShopContext,
  tx: Tx,
  order: OrderRow,
  refundCents: number,
): Promise<{ id: string; gateway: string; gateway_charge_id: string | null }[]> {
  if (!(await moveOrder(tx, order.id, 'cancelled', ctx.now()))) {
    throw new Error(`Order ${order.id} changed under its own row lock: somebody writes without it.`);
  }
  await tx.updateTable('orders').set({ attention: null }).where('id', '=', order.id).execute();
  const closed = await tx
    .updateTable('charges')
    .set({ status: 'cancelled', claimed_until: null })
    .where('order_id', '=', order.id)
    .where('status', 'in', ['creating', 'pending'])
    .returning(['id', 'gateway', 'gateway_charge_id'])
    .execute();
  await ctx.enqueue(tx, { name: 'mail-order-cancelled', data: { orderId: order.id, refundCents } });
  await announceOrder(ctx, tx, { ...order, status: 'cancelled' });
  return closed;
}

/** So that the bank refuses the code. Where it cannot be closed, or was paid just now, the sweep hears of it. */
function closeAtGateway(
  ctx: ShopContext,
  charges: { id: string; gateway: string; gateway_charge_id: string | null }[],
): void {
  for (const { id, gateway: name, gateway_charge_id } of charges) {
    const gateway = ctx.gatewayFor(name);
    if (!gateway) continue;
    ctx.inBackground('cancel_charge', async () => {
      try {
        const closed = await gateway.cancel({ chargeId: id, gatewayChargeId: gateway_charge_id });
        if (!closed.ok && closed.reason === 'already_paid') await confirmCharge(ctx, id);
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        ctx.log.warn('charge.cancel_failed', { chargeId: id, error });
      }
    });
  }
}
