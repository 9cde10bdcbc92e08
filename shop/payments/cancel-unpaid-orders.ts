import type { ShopContext } from '#shop/context.ts';
import { CANCEL_GRACE_SECONDS } from './charge-policy.ts';
import { moveOrder } from '#shop/states/move-order.ts';

/**
 * Cancels orders whose last code expired more than the grace period ago without money arriving. A charge
 * held for its amount keeps its order open: somebody has paid.
 * @returns how many were cancelled.
 */
export async function cancelUnpaidOrders(ctx: ShopContext): Promise<number> {
  const now = ctx.now();
  const graceOver = new Date(now.getTime() - CANCEL_GRACE_SECONDS * 1000);
  const abandonedBefore = new Date(graceOver.getTime() - ctx.settings.chargeTtlSeconds * 1000);
  const candidates = await ctx.db
    .selectFrom('orders')
    .select(['orders.id', 'orders.user_id'])
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
  for (const { id, user_id } of candidates) {
    await ctx.transaction(async (tx) => {
      // The row lock orders this against a payment or a new code that is being made right now.
      await tx.selectFrom('orders').select('id').where('id', '=', id).forUpdate().execute();
      const alive = await tx
        .selectFrom('charges')
        .select('id')
        .where('order_id', '=', id)
        .where((eb) =>
          eb.or([
            eb('status', 'in', ['held', 'paid']),
            eb.and([eb('status', 'in', ['creating', 'pending']), eb('expires_at', '>', now)]),
          ]),
        )
        .executeTakeFirst();
      if (alive || !(await moveOrder(tx, id, 'cancelled', now))) return;
      await tx
        .updateTable('charges')
        .set({ status: 'expired' })
        .where('order_id', '=', id)
        .where('status', 'in', ['creating', 'pending'])
        .execute();
      cancelled++;
      ctx.log.info('order.cancelled_unpaid', { orderId: id });
      const data = { id, status: 'cancelled' as const };
      if (user_id !== null) await ctx.publish(tx, { topic: `user:${user_id}`, event: 'orders', data });
    });
  }
  return cancelled;
}
