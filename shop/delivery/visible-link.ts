import type { OrderItemRow, OrderRow } from '#db/schema.ts';

/**
 * The link of an item that its buyer may see: after the order is complete, and while its money has not gone back.
 * Never of a gift: its link is its owner's alone, who reads it in the collection.
 */
export function visibleLink(
  order: Pick<OrderRow, 'status' | 'is_gift'>,
  item: Pick<OrderItemRow, 'kept' | 'download_link'>,
): string | null {
  return order.status === 'completed' && item.kept && !order.is_gift ? item.download_link : null;
}
