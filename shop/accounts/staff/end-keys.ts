import type { Tx } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';

/** Whoever loses their role loses the keys of programs that they made, for good. */
export async function endKeys(ctx: ShopContext, tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ ended_at: ctx.now() })
    .where('created_by', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
}
