import type { Tx } from '#db/client.server.ts';
import type { OrderItemRow, OrderRow, OrderStatus } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { moveOrder } from '#shop/orders/move-order.ts';
import { writeLink } from './write-link.ts';

/**
 * A product with a download URL delivers its skin by itself at payment (ruling 12). When that fills every
 * item the order is complete at once; otherwise it waits for staff with what could be filled.
 */
export async function deliverLinkedProducts(
  ctx: ShopContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id'>,
  items: OrderItemRow[],
): Promise<OrderStatus> {
  if (items.length === 0) return 'pending';
  const products = await tx
    .selectFrom('products')
    .select(['champion_id', 'skin_num', 'download_url'])
    .where('is_active', '=', true)
    .where('download_url', 'is not', null)
    .where((eb) =>
      eb.or(items.map((item) => eb.and({ champion_id: item.champion_id, skin_num: item.skin_num }))),
    )
    .execute();

  let filled = 0;
  for (const item of items) {
    const product = products.find(
      (each) => each.champion_id === item.champion_id && each.skin_num === item.skin_num,
    );
    if (!product?.download_url) continue;
    await writeLink(ctx, tx, order, item, product.download_url);
    filled++;
  }
  if (filled < items.length) return 'pending';
  await moveOrder(tx, order.id, 'completed', ctx.now());
  await ctx.enqueue(tx, { name: 'mail-links-delivered', data: { orderId: order.id } });
  return 'completed';
}
