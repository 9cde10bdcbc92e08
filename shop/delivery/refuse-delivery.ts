import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';

export type DeliveryRefusal =
  | 'already_completed'
  | 'not_payable_state'
  | 'being_refunded'
  | 'payment_under_review';

/** Why nothing of this order may be delivered now; null: it may. The caller holds the order's row. */
export async function refuseDelivery(
  tx: Tx,
  { id, status }: Pick<OrderRow, 'id' | 'status'>,
): Promise<DeliveryRefusal | null> {
  if (status === 'completed') return 'already_completed';
  if (status !== 'pending') return 'not_payable_state';
  // A refund of everything was requested first: a refunded buyer does not get the skins.
  if ((await readMoneyOfOrder(tx, id)).isPromisedBack) return 'being_refunded';
  return (await isDoubted(tx, id)) ? 'payment_under_review' : null;
}

/**
 * The payment was confirmed, and then a notice of the provider named another amount: staff decide first.
 */
async function isDoubted(tx: Tx, orderId: string): Promise<boolean> {
  const charge = await tx
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'held')
    .where('doubted_at', 'is not', null)
    .executeTakeFirst();
  return charge !== undefined;
}
