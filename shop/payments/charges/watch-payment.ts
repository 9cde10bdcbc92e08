import type { ShopContext } from '#shop/context.ts';
import { secondsAfter, UNPAID, WATCHED_PAUSE_SECONDS, WATCHED_SECONDS } from './charge-policy.ts';

/**
 * Somebody looks at the payment page of this order: whichever of its codes is paid, an older one too, is found within
 * seconds, also without a webhook. Asks nobody by itself; it moves the sweep's next look forward.
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
    .where('order_id', '=', orderId)
    .where('status', 'in', UNPAID)
    .where('next_check_at', 'is not', null)
    // Two open tabs write no more than one.
    .where((eb) =>
      eb.or([
        eb('watched_until', 'is', null),
        eb('watched_until', '<', secondsAfter(now, WATCHED_SECONDS / 2)),
      ]),
    )
    .execute();
}
