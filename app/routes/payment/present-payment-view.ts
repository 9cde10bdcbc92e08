import type { Payment } from '#shop/payments/find-payment.ts';
import { publicChargeStatus } from '#shop/payments/public-charge-status.ts';
import type { PaymentView } from './payment-state.ts';

/** A payment as the payment page starts from it. */
export function presentPaymentView(payment: Payment, now: Date): PaymentView {
  return {
    id: payment.id,
    status: publicChargeStatus(payment.status),
    amountCents:
      payment.status === 'paid' ? (payment.paid_amount_cents ?? payment.amount_cents) : payment.amount_cents,
    pixCode: payment.pix_code,
    expiresAt: payment.expires_at.toISOString(),
    order: { id: payment.order_id, status: payment.order_status },
    isLate:
      payment.paid_at !== null &&
      (payment.paid_at >= payment.expires_at || payment.order_cancelled_at !== null),
    readAt: now.toISOString(),
    olderIds: [],
  };
}
