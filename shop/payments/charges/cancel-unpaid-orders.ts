import type { Tx } from '#db/client.server.ts';
import type { OutwardContext } from '#shop/context.ts';
import { CANCEL_GRACE_SECONDS } from './charge-policy.ts';
import { OPEN } from '#shop/states/charge-status.ts';
import { endOrder } from '#shop/states/end-order.ts';
import { lockOrder } from '#shop/states/lock-order.ts';

/**
 * Cancels orders whose last code expired before the grace period, without money. A charge held for its amount keeps
 * its order open, because somebody has paid.
 * @returns how many were cancelled.
 */
export async function cancelUnpaidOrders(ctx: OutwardContext): Promise<number> {
  const now = ctx.now();
  const graceOver = new Date(now.getTime() - CANCEL_GRACE_SECONDS * 1000);
  const abandonedBefore = new Date(graceOver.getTime() - ctx.settings.chargeTtlSeconds * 1000);
  const candidates = await ctx.db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.status', '=', 'awaiting_payment')
    .where('orders.created_at', '<', abandonedBefore)
    .where('orders.attention', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('charges')
            .select('charges.id')
            .whereRef('charges.order_id', '=', 'orders.id')
            .where((eb) =>
              eb.or([
                eb('charges.status', 'in', ['held', 'paid']),
                eb.and([
                  eb('charges.status', 'in', ['creating', 'pending', 'expired']),
                  eb('charges.expires_at', '>', graceOver),
                ]),
              ]),
            ),
        ),
      ),
    )
    .limit(200)
    .execute();

  let cancelled = 0;
  for (const { id } of candidates) {
    try {
      if (await ctx.transaction((tx) => cancelIfUnpaid(ctx, tx, id))) cancelled++;
    } catch (error) {
      // The others go on, and the next run tries this one again.
      ctx.log.error('order.cancel_failed', { orderId: id, error });
    }
  }
  return cancelled;
}

async function cancelIfUnpaid(ctx: OutwardContext, tx: Tx, id: string): Promise<boolean> {
  // The row lock puts this in sequence with a simultaneous payment or new code.
  const order = await lockOrder(tx, id);
  const alive = await tx
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', id)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['held', 'paid']),
        eb.and([eb('status', 'in', OPEN), eb('expires_at', '>', ctx.now())]),
      ]),
    )
    .executeTakeFirst();
  if (alive || order?.status !== 'awaiting_payment') return false;
  if (!(await endOrder(ctx, tx, order, { codes: 'expired', money: null, isHidden: true }))) return false;
  ctx.log.info('order.cancelled_unpaid', { orderId: id });
  return true;
}
