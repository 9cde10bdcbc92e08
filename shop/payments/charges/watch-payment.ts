import type { ShopContext } from '#shop/context.ts';
import { secondsAfter, UNPAID, WATCHED_PAUSE_SECONDS, WATCHED_SECONDS } from './charge-policy.ts';

/**
 * Records that the payment page of this order is open: a payment of any of its codes is then found within seconds,
 * even without a webhook. It does not call the provider; it makes the next sweep ask earlier.
 */
export async function watchPayment(ctx: Pick<ShopContext, 'db' | 'now'>, orderId: string): Promise<void> {
  const now = ctx.now();
  const soon = secondsAfter(now, WATCHED_PAUSE_SECONDS);
  await ctx.db
    .updateTable('charges')
    .set((eb) => ({
      watched_until: secondsAfter(now, WATCHED_SECONDS),
      next_check_at: eb.fn('least', ['next_check_at', eb.val(soon)]),
    }))
    .where('id', 'in', (db) =>
      db
        .selectFrom('charges')
        .select('id')
        .where('order_id', '=', orderId)
        .where('status', 'in', UNPAID)
        .where('next_check_at', 'is not', null)
        // Two open tabs write as often as one.
        .where((eb) =>
          eb.or([
            eb('watched_until', 'is', null),
            eb('watched_until', '<', secondsAfter(now, WATCHED_SECONDS / 2)),
          ]),
        )
        .forUpdate()
        // An answer that holds one of them may wait for another; the next report comes soon.
        .skipLocked(),
    )
    .execute();
}
