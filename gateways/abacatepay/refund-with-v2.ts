import { z } from 'zod';
import {
  cutText,
  GatewayError,
  type ChargeReference,
  type FindChargeResult,
  type PixGateway,
  type RefundChargeResult,
} from '#shop/payments/gateway.ts';
import type { ApiSettings } from '../http/call-json.ts';
import { entryOf, notRefundable, readAs, shortDetail } from '../http/read-answer.ts';
import { callApi } from './call-api.ts';
import { unreadable } from './explain-answer.ts';

/** The API description answers `refundPublicId`; the page on refunds, and the changelog, `id` and `status`. */
const Refunded = z.union([
  z.object({ refundPublicId: z.string().min(1) }).transform(({ refundPublicId }) => ({
    id: refundPublicId,
    status: 'PENDING',
  })),
  z.object({ id: z.string().min(1), status: z.string() }),
]);

/** Another operation holds the shop's account, or the bank was not reached: the same call may work later. */
const TRY_AGAIN: Record<string, 'not_applied' | 'unknown'> = {
  LOCK_NOT_ACQUIRED: 'not_applied',
  REFUND_REQUEST_FAILED: 'unknown',
  REFUND_CONFIRMATION_FAILED: 'unknown',
};

const REASON_LENGTH = 500;

interface Lookup {
  find(reference: ChargeReference): Promise<FindChargeResult>;
  findRow(reference: ChargeReference): Promise<{ id: string; amount: number } | null>;
}

/**
 * `POST /v2/transparents/refund`: the whole charge or nothing, once. A charge has one refund at most, so our
 * refund id is not needed there, and where no answer named the refund the charge's own id names it.
 */
export function refundWithV2(
  api: ApiSettings,
  { find, findRow }: Lookup,
): Pick<PixGateway, 'refund' | 'findRefund'> {
  return {
    async refund({ charge, amountCents, reason }) {
      const row = await findRow(charge);
      if (!row) return notRefundable('TRANSACTION_NOT_FOUND');
      if (row.amount !== amountCents) {
        return notRefundable(
          `A AbacatePay só devolve a cobrança inteira (${row.amount} centavos), não ${amountCents}.`,
        );
      }
      const text = cutText(reason, REASON_LENGTH);
      const answer = await callApi(api, {
        method: 'POST',
        path: '/v2/transparents/refund',
        body: { id: row.id, ...(text && { reason: text }) },
        repeatable: true,
      });
      if (answer.kind === 'not_found') return notRefundable('TRANSACTION_NOT_FOUND');
      if (answer.kind === 'refused') return explainRefusal(answer.detail, row.id);
      const made = readAs(Refunded, answer.data, (what) => unreadable('refund', what, true));
      const { id, status } = made;
      return { ok: true, status: status === 'COMPLETE' ? 'refunded' : 'processing', gatewayRefundId: id };
    },

    async findRefund({ charge, gatewayRefundId }) {
      const found = await find(charge);
      if (!found.ok) return { ok: false, reason: 'not_found' };
      const id = gatewayRefundId ?? found.charge.gatewayChargeId;
      if (found.charge.status === 'refunded') return { ok: true, status: 'refunded', gatewayRefundId: id };
      return gatewayRefundId === null
        ? { ok: false, reason: 'not_found' }
        : { ok: true, status: 'processing', gatewayRefundId };
    },
  };

  function explainRefusal(detail: string, chargeId: string): RefundChargeResult {
    // "Treat this error as already refunded", says the page on refunds.
    if (/já foi reembolsad/i.test(detail)) return { ok: true, status: 'refunded', gatewayRefundId: chargeId };
    if (detail === 'INSUFFICIENT_FUNDS') return { ok: false, reason: 'insufficient_funds', detail };
    const outcome = entryOf(TRY_AGAIN, detail);
    if (outcome) throw new GatewayError('abacatepay', `refund: ${detail}`, { retryable: true, outcome });
    return notRefundable(shortDetail(detail));
  }
}
