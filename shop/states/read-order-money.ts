import type { Executor } from '#db/client.server.ts';
import type { ChargeRow } from '#db/schema.ts';
import { PROMISED } from './refund-status.ts';

export interface ChargeMoney {
  chargeId: string;
  gateway: string;
  gatewayChargeId: string | null;
  status: string;
  receivedCents: number;
  paidAt: Date | null;
  /** The Pix as the banks call it; null: its provider does not say. */
  endToEndId: string | null;
  /** Refunded by us, or taken back by the bank. */
  refundedCents: number;
  chargedBackCents: number;
  /** What can still be refunded: received, minus returned, minus promised. */
  leftCents: number;
  /** The note of staff when they closed an entry of the attention list. Staff only. */
  staffNote: string | null;
}

export interface OrderMoney {
  receivedCents: number;
  refundedCents: number;
  leftCents: number;
  /** All received money went back. */
  isRefunded: boolean;
  /** All received money went back or is on its way back. Such an order is not delivered. */
  isPromisedBack: boolean;
  charges: ChargeMoney[];
}

/** Received and returned money of each order, oldest charge first. Orders without money are included. */
export async function readOrderMoney(
  executor: Executor,
  orderIds: readonly string[],
): Promise<Map<string, OrderMoney>> {
  const money = new Map<string, OrderMoney>(orderIds.map((id) => [id, addUp([])]));
  if (orderIds.length === 0) return money;
  const charges = await executor
    .selectFrom('charges')
    .select([
      'id',
      'order_id',
      'gateway',
      'gateway_charge_id',
      'status',
      'paid_amount_cents',
      'paid_at',
      'end_to_end_id',
      'charged_back_cents',
      'staff_note',
    ])
    .where('order_id', 'in', orderIds)
    .where('paid_amount_cents', '>', 0)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const refunds = await executor
    .selectFrom('refunds')
    .select(['charge_id', 'status', 'amount_cents'])
    .where('order_id', 'in', orderIds)
    .where('status', 'in', PROMISED)
    .execute();

  for (const orderId of orderIds) {
    const ofOrder = charges
      .filter((charge) => charge.order_id === orderId)
      .map((charge): ChargeMoney => {
        const ofCharge = refunds.filter((refund) => refund.charge_id === charge.id);
        const sum = (rows: typeof refunds) => rows.reduce((cents, row) => cents + row.amount_cents, 0);
        const receivedCents = charge.paid_amount_cents ?? 0;
        const taken = charge.charged_back_cents;
        return {
          chargeId: charge.id,
          gateway: charge.gateway,
          gatewayChargeId: charge.gateway_charge_id,
          status: charge.status,
          receivedCents,
          paidAt: charge.paid_at,
          endToEndId: charge.end_to_end_id,
          refundedCents: sum(ofCharge.filter((refund) => refund.status === 'refunded')) + taken,
          chargedBackCents: taken,
          leftCents: Math.max(0, receivedCents - sum(ofCharge) - taken),
          staffNote: charge.staff_note,
        };
      });
    money.set(orderId, addUp(ofOrder));
  }
  return money;
}

export async function readMoneyOfOrder(executor: Executor, orderId: string): Promise<OrderMoney> {
  return (await readOrderMoney(executor, [orderId])).get(orderId) ?? addUp([]);
}

export async function readMoneyOfCharge(
  executor: Executor,
  { id, order_id }: Pick<ChargeRow, 'id' | 'order_id'>,
): Promise<ChargeMoney | undefined> {
  return (await readMoneyOfOrder(executor, order_id)).charges.find(({ chargeId }) => chargeId === id);
}

/** The payment of which most is left. */
export const mostLeft = (charges: readonly ChargeMoney[]): ChargeMoney | undefined =>
  charges.toSorted((one, other) => other.leftCents - one.leftCents)[0];

function addUp(charges: ChargeMoney[]): OrderMoney {
  const sum = (field: 'receivedCents' | 'refundedCents' | 'leftCents') =>
    charges.reduce((cents, charge) => cents + charge[field], 0);
  const receivedCents = sum('receivedCents');
  return {
    receivedCents,
    refundedCents: sum('refundedCents'),
    leftCents: sum('leftCents'),
    isRefunded: receivedCents > 0 && sum('refundedCents') >= receivedCents,
    isPromisedBack: receivedCents > 0 && sum('leftCents') === 0,
    charges,
  };
}
