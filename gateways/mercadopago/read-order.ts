import { z } from 'zod';
import { cutText, type GatewayCharge, type GatewayChargeStatus } from '#shop/payments/gateway.ts';
import { parseAmount } from '../http/format-amount.ts';
import { entryOf, Moment, readAs } from '../http/read-answer.ts';
import { unreadable } from './call-api.ts';

const Cents = z.union([z.string(), z.number()]).transform(parseAmount).nullable().catch(null);
const Text = z.string().nullable().catch(null);
/** The banks' id of a Pix. The provider writes a word before it: `PIXE00360305…`. */
const EndToEndId = Text.transform((text) => /E\d{20}[A-Za-z0-9]{11}/.exec(text ?? '')?.[0] ?? null);

const Refund = z.object({ id: z.string().min(1), amount: Cents, status: z.string().catch('') });
export type OrderRefund = z.infer<typeof Refund>;

export const Id = z.union([z.string().regex(/^\w{1,64}$/), z.int().nonnegative().transform(String)]);

const Order = z.object({
  id: z.string().min(1),
  external_reference: Text,
  status: z.string(),
  status_detail: z.string().catch(''),
  currency: Text,
  total_amount: Cents,
  total_paid_amount: Cents,
  created_date: Moment,
  transactions: z.object({
    payments: z
      .array(
        z.object({
          id: z.string().min(1),
          amount: Cents,
          paid_amount: Cents,
          date_of_expiration: Moment,
          payment_method: z
            .object({ qr_code: Text, e2e_id: EndToEndId })
            .catch({ qr_code: null, e2e_id: null }),
        }),
      )
      .min(1),
    refunds: z.array(Refund).catch([]),
    chargebacks: z.array(z.object({ case_id: Id.nullable().catch(null) })).catch([]),
  }),
});
export type Order = z.infer<typeof Order>;

/** Every status of the provider's page "Order status", with both spellings of "cancelled" that its pages use. */
const STATUSES: Record<string, GatewayChargeStatus> = {
  created: 'pending',
  action_required: 'pending',
  processing: 'pending',
  processed: 'paid',
  refunded: 'refunded',
  // Charged back, or soon: it was paid once, and `chargedBackCents` has the lost sum.
  charged_back: 'paid',
  canceled: 'cancelled',
  cancelled: 'cancelled',
  failed: 'cancelled',
  expired: 'expired',
};

/** Every status of a completed refund in those pages. */
const DONE = new Set(['processed', 'refunded', 'approved']);

/** Reads one order of ours. Throws a `GatewayError` for anything else. */
export function readOrder(call: string, data: unknown, chargeId: string): Order {
  const order = readAs(Order, data, (what) => unreadable(call, what));
  const { external_reference: reference, currency } = order;
  if (reference !== chargeId) throw unreadable(call, 'the order belongs to another charge');
  if (currency !== null && currency !== 'BRL') throw unreadable(call, `an order in ${cutText(currency, 8)}`);
  return order;
}

export function toCharge(order: Order): GatewayCharge {
  const known = entryOf(STATUSES, order.status);
  if (!known) throw unreadable('status', `unknown status "${cutText(order.status, 40)}"`);
  const status = order.status === 'processed' && order.status_detail === 'refunded' ? 'refunded' : known;
  const { payments } = order.transactions;
  const isPaid = status === 'paid' || status === 'refunded';
  const paidAmountCents = isPaid ? (order.total_paid_amount ?? sumPaid(payments)) : 0;
  const [endToEndId] = payments.flatMap(({ payment_method }) => payment_method.e2e_id ?? []);
  const isLost = order.status === 'charged_back' && order.status_detail === 'settled';
  const refundedCents = order.transactions.refunds
    .filter(({ status }) => DONE.has(status))
    .reduce((cents, { amount }) => cents + (amount ?? 0), 0);
  const lostCents = (paidAmountCents ?? order.total_amount ?? 0) - refundedCents;
  return {
    gatewayChargeId: order.id,
    status,
    pixCode: payments[0]?.payment_method.qr_code ?? null,
    expiresAt: payments[0]?.date_of_expiration ?? null,
    paidAmountCents,
    // No field of an order has the time; the shop's own clock is near enough.
    paidAt: null,
    refundedCents,
    // The bank takes what had not gone back before.
    chargedBackCents: isLost ? Math.max(0, lostCents) : 0,
    ...(isPaid && endToEndId && { endToEndId }),
  };
}

/** The answer of a refund names the order and the refunds, not the payments. */
const RefundAnswer = z.object({ transactions: z.object({ refunds: z.array(Refund) }) });

export function readRefunds(data: unknown): OrderRefund[] {
  return readAs(RefundAnswer, data, (what) => unreadable('refund', what)).transactions.refunds;
}

function sumPaid(payments: { paid_amount: number | null }[]): number | null {
  const paid = payments.flatMap(({ paid_amount }) => paid_amount ?? []);
  return paid.length === 0 ? null : paid.reduce((sum, cents) => sum + cents, 0);
}
