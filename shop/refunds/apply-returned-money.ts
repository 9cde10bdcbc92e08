import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import { refreshAttention } from '#shop/states/refresh-attention.ts';
import { revokeSkins } from '#shop/collection/revoke-skins.ts';
import type { OutwardContext } from '#shop/context.ts';
import { announceOrder } from '#shop/states/announce-order.ts';
import { moveCharge } from '#shop/states/move-charge.ts';
import { endOrder } from '#shop/states/end-order.ts';
import { announceCharge } from '#shop/states/announce-charge.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';

/**
 * Updates charges, order and collection after money went back. A charge with no money left is `refunded`. An order
 * with no money left loses its skins, and one whose item was refunded loses that one. It is cancelled if it was not delivered; a delivered one stays `completed`
 * (ruling 3).
 */
export async function applyReturnedMoney(ctx: OutwardContext, tx: Tx, order: OrderRow): Promise<void> {
  const money = await readMoneyOfOrder(tx, order.id);
  for (const charge of money.charges) {
    if (charge.returnedCents < charge.receivedCents) continue;
    const moved = await moveCharge(tx, { id: charge.chargeId }, 'refunded');
    if (moved) await announceCharge(ctx, tx, order, charge.chargeId, 'refunded');
  }
  await refreshAttention(tx, order.id);
  if (money.isRefunded) {
    await revokeSkins(tx, order, ctx.now());
    if (await endOrder(ctx, tx, order, { codes: 'cancelled', mail: null, tellStaff: true })) return;
  }
  await revokeRefundedItems(tx, order, ctx.now());
  await announceOrder(ctx, tx, order);
}

async function revokeRefundedItems(tx: Tx, order: OrderRow, at: Date): Promise<void> {
  const refunded = await tx
    .selectFrom('refunds')
    .select('item_ids')
    .where('order_id', '=', order.id)
    .where('status', '=', 'refunded')
    .where('item_ids', 'is not', null)
    .execute();
  const itemIds = refunded.flatMap(({ item_ids }) => item_ids ?? []);
  if (itemIds.length > 0) await revokeSkins(tx, order, at, itemIds);
}
