import type { OutwardContext } from '#shop/context.ts';
import { sendRefund } from './send-refund.ts';

const BATCH = 100;
const LONGEST_PAUSE_SECONDS = 3600;
/** The next sweep comes after a minute, and goes on with those that are due longest. */
const BUDGET_SECONDS = 45;

/**
 * Sends requested refunds that were not sent (a crash, a silent gateway), and looks up those on their way: soon at
 * first, then ever more rarely.
 * @returns how many refunds it handled.
 */
export async function sweepRefunds(ctx: OutwardContext): Promise<number> {
  const now = ctx.now();
  const end = new Date(now.getTime() + BUDGET_SECONDS * 1000);
  const open = await ctx.db
    .selectFrom('refunds')
    .select(['id', 'attempts'])
    .where('status', 'in', ['requested', 'processing'])
    .where((eb) => eb.or([eb('next_check_at', 'is', null), eb('next_check_at', '<=', now)]))
    .orderBy('next_check_at', (order) => order.asc().nullsFirst())
    .limit(BATCH)
    .execute();
  let handled = 0;
  for (const { id, attempts } of open) {
    if (ctx.now() >= end) break;
    handled++;
    const pause = Math.min(30 * 2 ** Math.min(attempts, 10), LONGEST_PAUSE_SECONDS);
    await ctx.db
      .updateTable('refunds')
      .set({ next_check_at: new Date(now.getTime() + pause * 1000) })
      .where('id', '=', id)
      .where('status', 'in', ['requested', 'processing'])
      .execute();
    try {
      await sendRefund(ctx, id);
    } catch (error) {
      // One refund that fails must not stop the others.
      ctx.log.error('refund.sweep_failed', { refundId: id, error });
    }
  }
  return handled;
}
