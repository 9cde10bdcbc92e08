import type { RefundRow } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { GatewayError, type ChargeReference } from '#shop/payments/gateway.ts';
import { cutText } from '#shop/text/cut-text.ts';
import { readMoneyOfCharge } from '#shop/states/read-order-money.ts';
import { refreshClocks } from '#shop/states/refresh-clocks.ts';
import { moveRefund } from '#shop/states/refund-status.ts';
import { settleRefund } from './settle-refund.ts';

/** Longer than any gateway call, so that a second sender finds the result of the first. */
const CLAIM_SECONDS = 60;

/** What staff read, before the provider's own code or words. */
const REFUSED = {
  not_supported: 'O provedor não faz esta devolução pela loja',
  not_refundable: 'O provedor recusou a devolução',
  insufficient_funds: 'Falta saldo no provedor para a devolução',
};

type Outcome =
  | { status: 'refunded' | 'processing'; gatewayRefundId: string }
  | { status: 'failed'; failure: string };

/**
 * Sends one requested refund, or looks up its result. Anybody may call it at any time: one caller at a time gets the
 * row, every try uses the same id, and a try without an answer is looked up before it is repeated.
 */
export async function sendRefund(ctx: OutwardContext, refundId: string): Promise<void> {
  const refund = await claim(ctx, refundId);
  if (!refund) return;
  try {
    const outcome = await askGateway(ctx, refund);
    if (outcome) await apply(ctx, refund, outcome);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn('refund.unanswered', { refundId, attempts: refund.attempts, error });
  } finally {
    await ctx.db.updateTable('refunds').set({ claimed_until: null }).where('id', '=', refundId).execute();
  }
}

function claim(ctx: ShopContext, refundId: string): Promise<RefundRow | undefined> {
  const now = ctx.now();
  return ctx.db
    .updateTable('refunds')
    .set((eb) => ({
      claimed_until: new Date(now.getTime() + CLAIM_SECONDS * 1000),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', refundId)
    .where('status', 'in', ['requested', 'processing'])
    .where((eb) =>
      eb.or([
        eb('claimed_until', 'is', null),
        eb('claimed_until', '<=', now),
        // A clock that is far ahead wrote this. If it is ahead by less, another process may be sending.
        eb('claimed_until', '>', new Date(now.getTime() + 2 * CLAIM_SECONDS * 1000)),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
}

/** null: no news. */
async function askGateway(ctx: OutwardContext, refund: RefundRow): Promise<Outcome | null> {
  const charge = await ctx.db
    .selectFrom('charges')
    .select(['id', 'gateway', 'gateway_charge_id'])
    .where('id', '=', refund.charge_id)
    .executeTakeFirstOrThrow();
  const gateway = ctx.gatewayFor(charge.gateway);
  if (!gateway) {
    ctx.log.error('refund.gateway_not_set_up', { refundId: refund.id, gateway: charge.gateway });
    // A refund that may have been sent is not marked as failed: its gateway may be configured again and tell.
    if (refund.attempts > 1 || refund.status === 'processing') return null;
    return { status: 'failed', failure: `A loja não está mais ligada a ${charge.gateway}: devolva por lá.` };
  }
  const reference: ChargeReference = { chargeId: charge.id, gatewayChargeId: charge.gateway_charge_id };

  if (refund.status === 'processing' || refund.attempts > 1) {
    const found = await gateway.findRefund({
      charge: reference,
      refundId: refund.id,
      gatewayRefundId: refund.gateway_refund_id,
    });
    if (found.ok) {
      return found.status === 'failed'
        ? { status: 'failed', failure: 'O provedor não realizou a devolução.' }
        : { status: found.status, gatewayRefundId: found.gatewayRefundId };
    }
    // An accepted refund is never sent again. The charge shows when it was refunded.
    if (refund.status === 'processing') return null;
  }

  const money = await readMoneyOfCharge(ctx.db, { id: charge.id, order_id: refund.order_id });
  if (!money || money.refundedCents + refund.amount_cents > money.receivedCents) {
    return { status: 'failed', failure: 'O banco já tirou este valor de volta.' };
  }
  const answer = await gateway.refund({
    charge: reference,
    refundId: refund.id,
    amountCents: refund.amount_cents,
    reason: `Pedido ${refund.order_id.slice(0, 8)}`,
  });
  if (!answer.ok) {
    const detail = cutText(answer.detail, 200).replace(/\.$/, '');
    return { status: 'failed', failure: `${REFUSED[answer.reason]} (${detail}).` };
  }
  return answer;
}

async function apply(ctx: OutwardContext, refund: RefundRow, outcome: Outcome): Promise<void> {
  await ctx.transaction(async (tx) => {
    const order = await lockOrder(tx, refund.order_id);
    if (!order) throw new Error(`Refund ${refund.id} has no order.`);
    switch (outcome.status) {
      case 'processing':
        // Refused if its end is known by another way: then there is nothing to tell.
        void (await moveRefund(tx, refund.id, 'processing', { gateway_refund_id: outcome.gatewayRefundId }));
        return;
      case 'refunded':
        await settleRefund(ctx, tx, order, refund, {
          actorUserId: null,
          gatewayRefundId: outcome.gatewayRefundId,
        });
        return;
      case 'failed': {
        const { failure } = outcome;
        const settled = { failure, settled_at: ctx.now(), next_check_at: null };
        if (!(await moveRefund(tx, refund.id, 'failed', settled))) return;
        await recordAudit(ctx, tx, {
          actorUserId: null,
          action: 'refund.failed',
          subject: { type: 'order', id: order.id },
          details: { refundId: refund.id, amountCents: refund.amount_cents },
        });
        ctx.log.warn('refund.failed', { refundId: refund.id, failure });
        await refreshClocks(ctx, tx, { orderId: order.id });
        await tell(ctx, tx, { name: 'order.changed', order });
      }
    }
  });
}
