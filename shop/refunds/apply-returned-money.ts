import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import { refreshAttention } from '#shop/states/refresh-attention.ts';
import { revokeSkins } from '#shop/collection/revoke-skins.ts';
import type { ShopContext } from '#shop/context.ts';
import { announceOrder } from '#shop/states/announce-order.ts';
import { moveOrder } from '#shop/states/move-order.ts';
import { announceCharge } from '#shop/states/announce-charge.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';

/**
 * Brings charges, order and collection in line with money that went back. A charge of which nothing is left is
 * `refunded`. An order of which nothing is left takes its skins along, and is cancelled if it was still to be
 * delivered; a delivered one stays `completed`, for that is what happened (ruling 3).
 */
export async function applyReturnedMoney(ctx: ShopContext, tx: Tx, order: OrderRow): Promise<void> {
  const money = await readMoneyOfOrder(tx, order.id);
  for (const charge of money.charges) {
    if (charge.returnedCents < charge.receivedCents) continue;
    const { numUpdatedRows } = await tx
      .updateTable('charges')
      .set({ status: 'refunded' })
      .where('id', '=', charge.chargeId)
      .where('status', 'in', ['paid', 'held'])
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await announceCharge(ctx, tx, order, charge.chargeId, 'refunded');
  }
  await refreshAttention(tx, order.id);
  let { status } = order;
  if (money.isRefunded) {
    await revokeSkins(tx, order);
    if (await moveOrder(tx, order.id, 'cancelled', ctx.now())) status = 'cancelled';
  }
  await announceOrder(ctx, tx, { ...order, status });
}
