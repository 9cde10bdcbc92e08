import type { Tx } from '#db/client.server.ts';
import type { ChargeRow, OrderRow } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { News } from '#shop/events/shop-event.ts';
import { tell } from '#shop/events/tell.ts';
import { closeCodes } from './move-charge.ts';
import { moveOrder } from './move-order.ts';

/** A code that the buyer may still be able to pay at the bank. */
export type OpenCode = Pick<ChargeRow, 'id' | 'gateway' | 'gateway_charge_id'>;

type Cancelled = Extract<News, { name: 'order.cancelled' }>;

export interface OrderEnd extends Pick<Cancelled, 'money' | 'isHidden'> {
  /** The new status of unpaid charges. */
  codes: 'cancelled' | 'expired';
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
  { codes, money, isHidden }: OrderEnd,
): Promise<OpenCode[] | null> {
  if (!(await moveOrder(tx, order.id, 'cancelled', ctx.now()))) return null;
  const closed = await closeCodes(tx, order.id, codes).execute();
  await tell(ctx, tx, { name: 'order.cancelled', order: { ...order, status: 'cancelled' }, money, isHidden });
  return closed;
}

/** For a caller that has read the order under its lock and knows that it is open. */
export async function endOpenOrder(...args: Parameters<typeof endOrder>): Promise<OpenCode[]> {
  const closed = await endOrder(...args);
  if (closed) return closed;
  throw new Error(`Order ${args[2].id} changed under its own row lock: somebody writes without it.`);
}
