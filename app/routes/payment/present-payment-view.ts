import type { Payment } from '#shop/payments/charges/find-payment.ts';
import { publicChargeStatus } from '#shop/payments/charges/public-charge-status.ts';
import type { OrderMoney } from '#shop/states/read-order-money.ts';
import type { PaymentView } from './code/payment-state.ts';

/** A payment as the payment page starts from it. */
export function presentPaymentView(
  payment: Payment,
  { isPromisedBack }: Pick<OrderMoney, 'isPromisedBack'>,
  now: Date,
): PaymentView {
  return {
    id: payment.id,
    status: publicChargeStatus(payment.status),
    amountCents: payment.status === 'paid' ? (payment.paidCents ?? payment.amountCents) : payment.amountCents,
    pixCode: payment.pixCode,
    expiresAt: payment.expiresAt.toISOString(),
    order: { id: payment.orderId, status: payment.orderStatus },
    isLate:
      payment.paidAt !== null && (payment.paidAt >= payment.expiresAt || payment.orderCancelledAt !== null),
    dueAt: payment.dueAt?.toISOString() ?? null,
    isFree: payment.skus.length === 0,
    isPromisedBack,
    isSentBack: payment.isSentBack,
    awaitsUpdate: payment.awaitsUpdate,
    releases: payment.releases,
    gift: payment.isGift ? { email: payment.giftEmail } : null,
    isShared: payment.isShared,
    readAt: now.toISOString(),
    olderIds: [],
  };
}
