import type { Executor } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';

/** Its provider says that nobody can pay this code any more: its order gives a coupon back, if it was cancelled. */
export async function endCode(ctx: ShopContext, executor: Executor, chargeId: string): Promise<void> {
  await executor
    .updateTable('charges')
    .set({ expires_at: ctx.now() })
    .where('id', '=', chargeId)
    .where('status', 'in', ['expired', 'cancelled'])
    .where('expires_at', '>', ctx.now())
    .execute();
}
