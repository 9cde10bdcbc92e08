import type { Tx } from '#db/client.server.ts';
import type { ChargeRow, OrderRow } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { JobRequest } from '#shop/jobs.ts';
import { orderNews } from './announce-order.ts';
import { closeCodes } from './move-charge.ts';
import { moveOrder } from './move-order.ts';

/** A code that the buyer may still be able to pay at the bank. */
export type OpenCode = Pick<ChargeRow, 'id' | 'gateway' | 'gateway_charge_id'>;

type CancelledMail = Extract<JobRequest, { name: 'mail-order-cancelled' }>['data'];

export interface OrderEnd {
  /** The new status of unpaid charges. */
  codes: 'cancelled' | 'expired';
  /** The mail to the buyer about the money; null: no mail. */
  mail: Omit<CancelledMail, 'orderId'> | null;
  /** false: staff did not see this order, so their screens need not read again. */
  tellStaff: boolean;
}

/**
 * Cancels an order for any reason. The caller holds its lock. Its codes are not offered any more, and open screens
 * are told.
 * @returns the charges whose codes can still be paid: pass them to `cancelAtGateway` after the commit. null: the
 * order is delivered or cancelled already.
 */
export async function endOrder(
  ctx: OutwardContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id'>,
  { codes, mail, tellStaff }: OrderEnd,
): Promise<OpenCode[] | null> {
  if (!(await moveOrder(tx, order.id, 'cancelled', ctx.now()))) return null;
  const closed = await closeCodes(tx, order.id, codes).execute();
  if (mail) await ctx.enqueue(tx, { name: 'mail-order-cancelled', data: { orderId: order.id, ...mail } });
  const news = orderNews({ ...order, status: 'cancelled' });
  const told = news.filter(({ topic }) => tellStaff || topic !== 'staff');
  if (told.length > 0) await ctx.publish(tx, ...told);
  return closed;
}

/** For a caller that has read the order under its lock and knows that it is open. */
export async function endOpenOrder(...args: Parameters<typeof endOrder>): Promise<OpenCode[]> {
  const closed = await endOrder(...args);
  if (closed) return closed;
  throw new Error(`Order ${args[2].id} changed under its own row lock: somebody writes without it.`);
}
