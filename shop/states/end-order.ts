import type { Tx } from '#db/client.server.ts';
import type { ChargeRow, OrderRow } from '#db/schema.ts';
import { refreshAttention } from './refresh-attention.ts';
import type { OutwardContext } from '#shop/context.ts';
import { announceOrder } from './announce-order.ts';
import type { JobRequest } from '#shop/jobs.ts';
import { moveOrder } from './move-order.ts';

/** A code that its buyer may still be able to pay at the bank. */
export type OpenCode = Pick<ChargeRow, 'id' | 'gateway' | 'gateway_charge_id'>;

type CancelledMail = Extract<JobRequest, { name: 'mail-order-cancelled' }>['data'];

/**
 * Cancels an order that its caller has locked and looked at: no code of it is offered any more, and its buyer gets a
 * mail that says what becomes of the money.
 * @returns the charges whose codes can still be paid: `cancelAtGateway` is for after the commit.
 */
export async function endOrder(
  ctx: OutwardContext,
  tx: Tx,
  order: OrderRow,
  about: Omit<CancelledMail, 'orderId'>,
): Promise<OpenCode[]> {
  if (!(await moveOrder(tx, order.id, 'cancelled', ctx.now()))) {
    throw new Error(`Order ${order.id} changed under its own row lock: somebody writes without it.`);
  }
  const closed = await tx
    .updateTable('charges')
    .set({ status: 'cancelled', claimed_until: null })
    .where('order_id', '=', order.id)
    .where('status', 'in', ['creating', 'pending'])
    .returning(['id', 'gateway', 'gateway_charge_id'])
    .execute();
  await refreshAttention(tx, order.id);
  await ctx.enqueue(tx, { name: 'mail-order-cancelled', data: { orderId: order.id, ...about } });
  await announceOrder(ctx, tx, { ...order, status: 'cancelled' });
  return closed;
}
