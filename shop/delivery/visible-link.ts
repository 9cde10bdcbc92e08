import type { OrderItemRow, OrderRow } from '#db/schema.ts';

/**
 * The link of an item that its buyer may see: after the order is complete, and while its money has not gone back
 * (ruling 26).
 */
export function visibleLink(
  order: Pick<OrderRow, 'status'>,
  item: Pick<OrderItemRow, 'kept' | 'download_link'>,
): string | null {
  return order.status === 'completed' && item.kept ? item.download_link : null;
}
