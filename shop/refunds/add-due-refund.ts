import type { Tx } from '#db/client.server.ts';
import type { RefundReason } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { readMoneyOfCharge } from '#shop/states/read-order-money.ts';

/**
 * Records money that the shop must refund. Staff send it with one press. Never more than is left of the
 * payment: money that a bank took back or that is on its way is not due again.
 */
export async function addDueRefund(
  ctx: ShopContext,
  tx: Tx,
  debt: { orderId: string; chargeId: string; amountCents: number; reason: RefundReason },
): Promise<void> {
  const money = await readMoneyOfCharge(tx, { id: debt.chargeId, order_id: debt.orderId });
  const amountCents = Math.min(debt.amountCents, money?.leftCents ?? 0);
  if (amountCents <= 0) return;
  await tx
    .insertInto('refunds')
    .values({
      charge_id: debt.chargeId,
      order_id: debt.orderId,
      amount_cents: amountCents,
      reason: debt.reason,
      created_at: ctx.now(),
    })
    .execute();
  ctx.log.warn('refund.due', { ...debt, amountCents });
}
