import type { Tx } from '#db/client.server.ts';
import type { RefundReason } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';

/** Records money that the shop must give back (ruling 4). Staff send it with one press. */
export async function oweBack(
  ctx: ShopContext,
  tx: Tx,
  debt: { orderId: string; chargeId: string; amountCents: number; reason: RefundReason },
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      charge_id: debt.chargeId,
      order_id: debt.orderId,
      amount_cents: debt.amountCents,
      reason: debt.reason,
      created_at: ctx.now(),
    })
    .execute();
  ctx.log.warn('refund.due', { ...debt });
}
