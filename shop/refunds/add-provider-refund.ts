import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import { settleRefund } from './settle-refund.ts';

/** Writes down a refund that somebody sent in the provider's panel: it has arrived. The caller holds the locks. */
export async function addProviderRefund(
  ctx: OutwardContext,
  tx: Tx,
  order: OrderRow,
  { chargeId, amountCents }: { chargeId: string; amountCents: number },
): Promise<void> {
  const refund = await tx
    .insertInto('refunds')
    .values({
      charge_id: chargeId,
      order_id: order.id,
      amount_cents: amountCents,
      reason: 'at_provider',
      status: 'requested',
      created_at: ctx.now(),
      requested_at: ctx.now(),
    })
    .returning(['id', 'amount_cents'])
    .executeTakeFirstOrThrow();
  await settleRefund(ctx, tx, order, refund, { actorUserId: null });
}
