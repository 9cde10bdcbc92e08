import type { PublicChargeStatus } from '#shop/live/live-event.ts';
import { isSettled } from '#shop/states/charge-status.ts';
import type { ORDER_STATUS_LABELS } from '#shop/states/order-status.ts';

export type OrderStatus = keyof typeof ORDER_STATUS_LABELS;

/** One order's newest PIX code and how both stand, as far as this page knows. */
export interface PaymentView {
  id: string;
  status: PublicChargeStatus;
  amountCents: number;
  /** null: the gateway has not given a code. */
  pixCode: string | null;
  expiresAt: string;
  order: { id: string; status: OrderStatus };
  /** The money came after the code had expired or the order was cancelled. */
  isLate: boolean;
  /** Until when the order is promised. null: it has no clock, or was not paid when the page was made. */
  dueAt: string | null;
  /** ms; the page saw the payment come, which is promised from this moment: the server has written the same. */
  seenPaidAt?: number;
  /** It has no skins: nothing of it comes. */
  isFree?: boolean;
  /** Its money goes back, and nothing comes. */
  isPromisedBack?: boolean;
  /** Its money went back to the account that paid. Absent: not known, or staff sent it by hand. */
  isSentBack?: boolean;
  /** The file of a skin was being updated when the page was made. */
  awaitsUpdate: boolean;
  /** The last days of what is sold ahead of its file. */
  releases: readonly string[];
  /** For whom it is; null: for its buyer. `email` null: that is forgotten. */
  gift: { email: string | null } | null;
  /** Somebody else may pay it: the address was live when the page was made. */
  isShared: boolean;
  /** When the server said so, by its own clock. */
  readAt: string;
  /** Earlier codes of the order: a bank may still pay them. */
  olderIds: readonly string[];
  /** What the code before asked for, where this one asks for more: the coupon of the order is over. */
  formerCents?: number;
}

export type PaymentNews =
  | { type: 'opened'; payment: PaymentView }
  /** Back to the form, for another purchase. */
  | { type: 'left' }
  /** A payment's state, heard over the live stream or asked for. `now`: the server's time, ms. */
  | { type: 'charge'; id: string; status: PublicChargeStatus; now: number }
  | { type: 'order'; id: string; status: OrderStatus; now: number };

/** States never go back: news may arrive twice or out of order (paid, then the answer to an older question). */
export function followPayment(payment: PaymentView | null, news: PaymentNews): PaymentView | null {
  if (news.type === 'opened') {
    const isNewCode = payment?.order.id === news.payment.order.id && payment.id !== news.payment.id;
    if (!isNewCode) return news.payment;
    const isDearer = news.payment.amountCents > payment.amountCents;
    return {
      ...news.payment,
      isFree: payment.isFree ?? false,
      olderIds: [payment.id, ...payment.olderIds],
      ...(isDearer ? { formerCents: payment.amountCents } : {}),
    };
  }
  if (!payment || news.type === 'left') return null;
  return news.type === 'charge' ? followCharge(payment, news) : followOrder(payment, news);
}

function followCharge(
  payment: PaymentView,
  { id, status, now }: Extract<PaymentNews, { type: 'charge' }>,
): PaymentView {
  const isOlder = payment.olderIds.includes(id);
  if (id !== payment.id && !isOlder) return payment;
  if (isSettled(payment.status)) return status === 'refunded' && !isOlder ? { ...payment, status } : payment;
  if (status === 'paid') return markPaid(payment, now, isOlder);
  if (status === 'held') return { ...payment, status };
  // Of an older code, only money is news.
  if (isOlder || status === 'pending' || status === payment.status) return payment;
  return { ...payment, status };
}

/** The order tells of money that came through a code which this page never showed, from another device. */
function followOrder(
  payment: PaymentView,
  { id, status, now }: Extract<PaymentNews, { type: 'order' }>,
): PaymentView {
  if (id !== payment.order.id || status === payment.order.status) return payment;
  const next = { ...payment, order: { id, status } };
  const isPaid = status === 'pending' || status === 'completed';
  // A held payment that staff have accepted: the order goes on.
  const isShown = payment.status === 'paid' || payment.status === 'refunded';
  return isPaid && !isShown ? { ...markPaid(payment, now, false), order: next.order } : next;
}

function markPaid(payment: PaymentView, now: number, byOlderCode: boolean): PaymentView {
  const { order } = payment;
  const isRevived = order.status === 'awaiting_payment' || order.status === 'cancelled';
  return {
    ...payment,
    status: 'paid',
    seenPaidAt: now,
    isLate: byOlderCode || order.status === 'cancelled' || now >= Date.parse(payment.expiresAt),
    order: isRevived ? { ...order, status: 'pending' } : order,
  };
}

export type PaymentScreen =
  | 'waiting'
  | 'paid'
  | 'late'
  | 'expired'
  | 'held'
  | 'cancelled'
  | 'refunded'
  | 'no_code'
  /** Asked for anew from another tab or device: this code is over. */
  | 'replaced';

/** The screen for the buyer. `now`: the server's time, ms. */
export function screenOf(payment: PaymentView, now: number): PaymentScreen {
  if (payment.status === 'held') return 'held';
  if (payment.status === 'refunded') return 'refunded';
  if (payment.order.status === 'cancelled') return 'cancelled';
  const isPaid = payment.status === 'paid' || payment.order.status !== 'awaiting_payment';
  if (isPaid) return payment.isLate ? 'late' : 'paid';
  if (payment.status === 'expired' || now >= Date.parse(payment.expiresAt)) return 'expired';
  if (payment.pixCode === null) return 'no_code';
  return payment.status === 'cancelled' ? 'replaced' : 'waiting';
}
