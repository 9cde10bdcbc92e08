import type { Tx } from '#db/client.server.ts';
import type { RefundRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';

/** Lowers what is due by what does not fit any more, the newest first. One of which nothing is left is dismissed. */
export async function trimDueRefunds(
  ctx: Pick<ShopContext, 'now'>,
  tx: Tx,
  newestFirst: readonly Pick<RefundRow, 'id' | 'amount_cents'>[],
  { surplusCents, failure }: { surplusCents: number; failure: string },
): Promise<void> {
  let surplus = surplusCents;
  for (const { id, amount_cents: cents } of newestFirst) {
    if (surplus <= 0) return;
    const less = Math.min(surplus, cents);
    surplus -= less;
    await tx
      .updateTable('refunds')
      .set(
        less < cents
          ? { amount_cents: cents - less }
          : { status: 'dismissed', settled_at: ctx.now(), failure },
      )
      .where('id', '=', id)
      .where('status', '=', 'due')
      .execute();
  }
}
