import { GatewayError, type PixGateway, type RefundChargeResult } from '#shop/payments/gateway.ts';
import type { ApiSettings } from '../http/call-json.ts';
import { formatAmount } from '../http/format-amount.ts';
import { entryOf, notRefundable } from '../http/read-answer.ts';
import { callApi, unreadable } from './call-api.ts';
import type { Orders } from './charge-with-orders.ts';
import { readRefunds, toCharge, type OrderRefund } from './read-order.ts';

const STATUSES: Record<string, 'processing' | 'refunded' | 'failed'> = {
  processed: 'refunded',
  refunded: 'refunded',
  approved: 'refunded',
  failed: 'failed',
  rejected: 'failed',
  canceled: 'failed',
  cancelled: 'failed',
};

/**
 * `POST /v1/orders/{id}/refund`, whole or in parts. Our refund id travels as the idempotency key only, no
 * answer repeats it: what makes a repeat harmless is the key, and `findRefund` knows a refund by its id there.
 */
export function refundOrder(
  api: ApiSettings,
  { findOrder }: Orders,
): Pick<PixGateway, 'refund' | 'findRefund'> {
  return {
    async refund({ charge, refundId, amountCents }) {
      const order = await findOrder(charge);
      const [payment] = order?.transactions.payments ?? [];
      if (!order || !payment) return notRefundable('order_not_found');
      const paidCents = order.total_paid_amount ?? order.total_amount;
      const isWhole = amountCents === paidCents && order.transactions.refunds.length === 0;
      const answer = await callApi(api, {
        method: 'POST',
        path: `/v1/orders/${order.id}/refund`,
        // No body is all that is left of the order; some accounts know no other refund.
        ...(!isWhole && {
          body: { transactions: [{ id: payment.id, amount: formatAmount(amountCents) }] },
        }),
        idempotencyKey: refundId,
      });
      if (answer.kind === 'not_found') return notRefundable('order_not_found');
      if (answer.kind === 'data') return made(readRefunds(answer.data), amountCents);
      if (answer.codes.includes('idempotency_key_already_used')) {
        const now = await findOrder(charge);
        if (!now) throw unreadable('refund', 'the order is gone');
        return made(now.transactions.refunds, amountCents);
      }
      if (answer.codes.includes('refund_in_progress')) {
        throw new GatewayError('mercadopago', 'refund: another refund of this order is under way', {
          retryable: true,
          outcome: 'not_applied',
        });
      }
      return answer.codes.some((code) => code.includes('insufficient'))
        ? { ok: false, reason: 'insufficient_funds', detail: answer.codes.join() }
        : notRefundable(answer.codes.join() || `HTTP ${answer.status}`);
    },

    async findRefund({ charge, gatewayRefundId }) {
      const order = await findOrder(charge);
      if (!order) return { ok: false, reason: 'not_found' };
      const { refunds } = order.transactions;
      // A refund without a known answer cannot be told from another one, unless all the money went back.
      const refund =
        gatewayRefundId === null
          ? toCharge(order).status === 'refunded' && refunds.at(-1)
          : refunds.find(({ id }) => id === gatewayRefundId);
      return refund
        ? { ok: true, status: statusOf(refund), gatewayRefundId: refund.id }
        : { ok: false, reason: 'not_found' };
    },
  };
}

function made(refunds: OrderRefund[], amountCents: number): RefundChargeResult {
  const refund = refunds.findLast(({ amount }) => amount === amountCents);
  if (!refund) throw unreadable('refund', `no refund of ${amountCents} centavos in the answer`);
  const status = statusOf(refund);
  if (status === 'failed') return notRefundable(`a devolução ${refund.id} não foi feita`);
  return { ok: true, status, gatewayRefundId: refund.id };
}

function statusOf({ status }: OrderRefund): 'processing' | 'refunded' | 'failed' {
  return entryOf(STATUSES, status) ?? 'processing';
}
