import { randomUUID } from 'node:crypto';
import type { Tx } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
import type { Gift } from './check-gift.ts';

/** For whom an unpaid order is now; null: for its buyer. The caller holds the order's row, or has just inserted it. */
export async function writeGift(ctx: ShopContext, tx: Tx, orderId: string, gift: Gift | null): Promise<void> {
  if (gift === null) {
    await tx.deleteFrom('gifts').where('order_id', '=', orderId).where('status', '=', 'unpaid').execute();
    return;
  }
  const written = { receiver_email: gift.email, message: gift.message };
  await tx
    .insertInto('gifts')
    .values({ id: randomUUID(), order_id: orderId, ...written, created_at: ctx.now() })
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet(written).where('gifts.status', '=', 'unpaid'),
    )
    .execute();
}
