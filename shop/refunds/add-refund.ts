import { randomUUID } from 'node:crypto';
import type { Tx } from '#db/client.server.ts';
import type { RefundReason } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import type { ChargeMoney } from '#shop/states/read-order-money.ts';

export interface NewRefund {
  /** null: the shop itself. */
  actorUserId: string | null;
  orderId: string;
  amountCents: number;
  reason: RefundReason;
  note: string | null;
  requestKey?: string | null;
  retryOf?: string;
  /** The items whose money it is. */
  itemIds?: string[] | null;
}

/**
 * Records one refund before the gateway hears of it, with the id that every retry uses. If the gateway cannot send
 * it, it stays `due`: staff send it at the provider and mark it. The caller holds the lock of the order and has
 * checked the sum; the database checks it again.
 */
export async function addRefund(
  ctx: ShopContext,
  tx: Tx,
  charge: ChargeMoney,
  refund: NewRefund,
): Promise<{ id: string; status: 'requested' | 'due' }> {
  const id = randomUUID();
  const now = ctx.now();
  const status = gatewayCanSend(ctx, charge, refund.amountCents) ? 'requested' : 'due';
  await tx
    .insertInto('refunds')
    .values({
      id,
      charge_id: charge.chargeId,
      order_id: refund.orderId,
      amount_cents: refund.amountCents,
      reason: refund.reason,
      status,
      created_at: now,
      note: refund.note,
      request_key: refund.requestKey ?? null,
      retry_of: refund.retryOf ?? null,
      item_ids: refund.itemIds ?? null,
      requested_by: refund.actorUserId,
      requested_at: now,
      next_check_at: status === 'requested' ? now : null,
    })
    .execute();
  await recordAudit(ctx, tx, {
    actorUserId: refund.actorUserId,
    action: 'refund.requested',
    subject: { type: 'order', id: refund.orderId },
    details: {
      refundId: id,
      amountCents: refund.amountCents,
      reason: refund.reason,
      ...(refund.retryOf ? { retryOf: refund.retryOf } : {}),
    },
  });
  ctx.log.info('refund.requested', {
    refundId: id,
    orderId: refund.orderId,
    amountCents: refund.amountCents,
    status,
  });
  return { id, status };
}

/** A gateway that only refunds whole charges can send neither a part nor the rest after a part. */
export function gatewayCanSend(
  ctx: Pick<ShopContext, 'gatewayFor'>,
  charge: Pick<ChargeMoney, 'gateway' | 'receivedCents'>,
  amountCents: number,
): boolean {
  const gateway = ctx.gatewayFor(charge.gateway);
  if (!gateway) return false;
  switch (gateway.traits.refunds) {
    case 'none':
      return false;
    case 'full':
      return amountCents === charge.receivedCents;
    case 'partial':
      return true;
  }
}
