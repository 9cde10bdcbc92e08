import type { OrderItemRow, OrderRow } from '#db/schema.ts';

/** The link of an item as its buyer may have it: once the order is complete, and while its money stays (ruling 26). */
export function visibleLink(
  order: Pick<OrderRow, 'status'>,
  item: Pick<OrderItemRow, 'kept' | 'download_link'>,
): string | null {
  return order.status === 'completed' && item.kept ? item.download_link : null;
}
