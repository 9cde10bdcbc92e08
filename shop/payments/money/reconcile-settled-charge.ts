import type { Tx } from '#db/client.server.ts';
import type { ChargeRow, ChargeStatus, OrderRow } from '#db/schema.ts';
import { refreshAttention } from '#shop/states/refresh-attention.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { applyRefundedMoney } from '#shop/refunds/apply-refunded-money.ts';
import { reconcileProviderRefunds } from '#shop/refunds/reconcile-provider-refunds.ts';
import { addProviderRefund } from '#shop/refunds/add-provider-refund.ts';
import { addDueRefund } from '#shop/refunds/add-due-refund.ts';
import { PROMISED } from '#shop/states/refund-status.ts';
import { settleRefund } from '#shop/refunds/settle-refund.ts';
import { trimDueRefunds } from '#shop/refunds/trim-due-refunds.ts';
import { acceptPayment } from './accept-payment.ts';
import { mayRevive } from './may-revive.ts';
import { moveCharge } from '#shop/states/move-charge.ts';
import { readMoneyOfCharge } from '#shop/states/read-order-money.ts';
import { requireMove } from '#shop/states/require-move.ts';
import type { GatewayCharge } from '../gateway.ts';

/**
 * Handles an answer about a charge whose money had arrived: a second payment through the same code, money that the
 * bank took back, a refund made at the provider. Sums only grow, so a late old answer changes nothing. The caller
 * holds the locks of order and charge.
 */
export async function reconcileSettledCharge(
  ctx: OutwardContext,
  tx: Tx,
  order: OrderRow,
  charge: ChargeRow,
  answer: GatewayCharge,
): Promise<ChargeStatus> {
  if ((answer.paidAmountCents ?? 0) > (charge.paid_amount_cents ?? 0)) {
    await takeMore(ctx, tx, order, charge, answer.paidAmountCents ?? 0);
  }
  if (answer.chargedBackCents > charge.charged_back_cents) {
    await applyChargeback(ctx, tx, order, charge, answer.chargedBackCents);
  }
  if (answer.status === 'refunded' && charge.status !== 'refunded') {
    await settleAtProvider(ctx, tx, order, charge.id);
  } else if (answer.refundedCents !== undefined && charge.status !== 'refunded') {
    await reconcileProviderRefunds(ctx, tx, order, charge.id, answer.refundedCents);
  }
  const { status } = await tx
    .selectFrom('charges')
    .select('status')
    .where('id', '=', charge.id)
    .executeTakeFirstOrThrow();
  return status;
}

/** The missing rest of a small payment releases the order. Any other new money was paid twice. */
async function takeMore(
  ctx: OutwardContext,
  tx: Tx,
  order: OrderRow,
  charge: ChargeRow,
  receivedCents: number,
): Promise<void> {
  const promised = await tx
    .selectFrom('refunds')
    .select('id')
    .where('charge_id', '=', charge.id)
    .where('status', 'in', PROMISED)
    .executeTakeFirst();
  const staysCents = receivedCents - charge.charged_back_cents;
  const isComplete =
    charge.status === 'held' &&
    staysCents >= order.total_cents &&
    !promised &&
    (await mayRevive(ctx, tx, order));
  const received = { paid_amount_cents: receivedCents };
  if (isComplete) {
    await requireMove(moveCharge(tx, { id: charge.id }, 'paid', received), `Charge ${charge.id}`);
    const status = await acceptPayment(ctx, tx, order, { id: charge.id, receivedCents });
    await tell(
      ctx,
      tx,
      { name: 'charges.changed', order, chargeIds: [charge.id], status: 'paid' },
      { name: 'order.changed', order: { ...order, status } },
    );
    return;
  }
  await tx.updateTable('charges').set(received).where('id', '=', charge.id).execute();
  if (charge.status !== 'held') {
    const amountCents = receivedCents - (charge.paid_amount_cents ?? 0);
    await addDueRefund(ctx, tx, {
      orderId: order.id,
      chargeId: charge.id,
      amountCents,
      reason: 'paid_twice',
    });
  }
  await refreshAttention(tx, order.id);
  await tell(ctx, tx, { name: 'order.changed', order });
}

/** A dispute or a MED return. Of the refunds that are not sent yet, what does not fit any more is dropped: that money is gone. */
async function applyChargeback(
  ctx: OutwardContext,
  tx: Tx,
  order: OrderRow,
  charge: ChargeRow,
  chargedBackCents: number,
): Promise<void> {
  const { paid_amount_cents: paid } = await tx
    .updateTable('charges')
    .set({ charged_back_cents: chargedBackCents, charged_back_at: ctx.now() })
    .where('id', '=', charge.id)
    .returning('paid_amount_cents')
    .executeTakeFirstOrThrow();
  const promised = await tx
    .selectFrom('refunds')
    .select(['id', 'status', 'amount_cents'])
    .where('charge_id', '=', charge.id)
    .where('status', 'in', PROMISED)
    .orderBy('created_at', 'desc')
    .execute();
  const promisedCents = promised.reduce((sum, refund) => sum + refund.amount_cents, 0);
  const due = promised.filter(({ status }) => status === 'due');
  await trimDueRefunds(ctx, tx, due, {
    surplusCents: promisedCents + chargedBackCents - (paid ?? 0),
    failure: 'O banco já tirou este valor de volta.',
  });
  const newCents = chargedBackCents - charge.charged_back_cents;
  await recordAudit(ctx, tx, {
    actorUserId: null,
    action: 'chargeback.seen',
    subject: { type: 'order', id: order.id },
    details: { chargeId: charge.id, amountCents: newCents },
  });
  const taken = { orderId: order.id, chargeId: charge.id, amountCents: newCents };
  await tell(ctx, tx, { name: 'charge.charged_back', ...taken });
  ctx.log.warn('charge.charged_back', { chargeId: charge.id, orderId: order.id, chargedBackCents });
  await applyRefundedMoney(ctx, tx, order);
}

/**
 * The provider reports that nothing is left: our refunds on their way have arrived, and the rest was sent in its panel. What
 * the bank took has no room for a refund besides, which fails by itself.
 */
async function settleAtProvider(
  ctx: OutwardContext,
  tx: Tx,
  order: OrderRow,
  chargeId: string,
): Promise<void> {
  const open = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('charge_id', '=', chargeId)
    .where('status', 'in', ['requested', 'processing', 'due'])
    .orderBy('created_at')
    .execute();
  const money = await readMoneyOfCharge(tx, { id: chargeId, order_id: order.id });
  let restCents = money ? money.receivedCents - money.refundedCents : 0;
  for (const refund of open) {
    if (refund.amount_cents > restCents) continue;
    restCents -= refund.amount_cents;
    await settleRefund(ctx, tx, order, refund, { actorUserId: null });
  }
  if (restCents <= 0) return applyRefundedMoney(ctx, tx, order);
  await addProviderRefund(ctx, tx, order, { chargeId, amountCents: restCents });
}
