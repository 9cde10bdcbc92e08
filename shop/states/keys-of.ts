import { sql, type RawBuilder } from 'kysely';

/**
 * What staff see of the keys that an order sold, in the sequence of its items, whatever became of them since.
 * `itemIds`: a column that names some of its items; null in it: all.
 */
export function keysOf(orderId: string, itemIds?: string): RawBuilder<string[]> {
  const ofItems = itemIds
    ? sql`and (${sql.ref(itemIds)} is null or sold.id = any(${sql.ref(itemIds)}))`
    : sql``;
  return sql<string[]>`array(
    select key.last_four from stock_keys key join order_items sold on sold.id = key.item_id
    where sold.order_id = ${sql.ref(orderId)} ${ofItems} order by sold.position)`;
}
