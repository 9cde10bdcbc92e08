import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { asksBack, isWithdrawalAsked } from '#shop/states/is-asked-back.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { refreshClocks } from '#shop/states/refresh-clocks.ts';
import { deliverLinkedProducts } from '#shop/delivery/deliver-linked-products.ts';
import { readLinkedItems } from '#shop/delivery/read-linked-items.ts';
import { refuseDelivery } from '#shop/delivery/refuse-delivery.ts';

const AT_ONCE = 500;

/**
 * Orders that waited for an update and need not wait for it any more: what delivers itself does so now. Once
 * each, because the order's lock decides and the note goes. The clock of each order that waits is set right after it.
 */
export async function releaseOrders(ctx: OutwardContext): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('awaited_updates as awaited')
    .innerJoin('order_items as item', 'item.id', 'awaited.order_item_id')
    .innerJoin('orders', 'orders.id', 'awaited.order_id')
    .select('awaited.order_id')
    .distinct()
    .where((eb) =>
      eb.or([
        eb('orders.status', '<>', 'pending'),
        eb.and([
          eb.not(
            eb.exists(
              eb
                .selectFrom('skin_files as file')
                .select('file.id')
                .whereRef('file.champion_id', '=', 'item.champion_id')
                .whereRef('file.skin_num', '=', 'item.skin_num')
                .where('file.updating', '=', true),
            ),
          ),
          eb.not(asksBack),
        ]),
      ]),
    )
    .limit(AT_ONCE)
    .execute();
  for (const { order_id: orderId } of waiting) {
    // One order that cannot be written keeps no other from its delivery.
    await releaseOrder(ctx, orderId).catch((error: unknown) =>
      ctx.log.error('patch.release_failed', { orderId, error }),
    );
  }
  await refreshClocks(ctx, ctx.db);
}

async function releaseOrder(ctx: OutwardContext, orderId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return;
    // Its buyer wants it undone: it waits for the answer of staff, and its promise with it.
    if (order.status === 'pending' && (await isWithdrawalAsked(tx, orderId))) return;
    const items = await readLinkedItems(tx, orderId);
    const still = items.filter((item) => item.updating && item.kept && !item.filled);
    const { numDeletedRows } = await tx
      .deleteFrom('awaited_updates')
      .where('order_id', '=', orderId)
      .$if(order.status === 'pending' && still.length > 0, (query) =>
        query.where(
          'order_item_id',
          'not in',
          still.map(({ id }) => id),
        ),
      )
      .executeTakeFirst();
    // Another process was faster.
    if (numDeletedRows === 0n) return;
    if (order.status !== 'pending') return;
    await refreshClocks(ctx, tx, { orderId });
    const status = (await refuseDelivery(tx, order))
      ? order.status
      : await deliverLinkedProducts(ctx, tx, order, items);
    await tell(ctx, tx, { name: 'order.changed', order: { ...order, status } });
    ctx.log.info('patch.order_released', { orderId, status });
  });
}
