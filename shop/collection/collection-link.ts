import type { ExpressionBuilder } from 'kysely';
import type { Database } from '#db/schema.ts';

/** `visibleLink` for an entry of a collection: the order of the entry decides. */
export function collectionLink(eb: ExpressionBuilder<Database, 'user_collection'>) {
  const visible = eb
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select('orders.id')
    .whereRef('orders.id', '=', 'user_collection.order_id')
    .where('orders.status', '=', 'completed')
    .whereRef('order_items.champion_id', '=', 'user_collection.champion_id')
    .whereRef('order_items.skin_num', '=', 'user_collection.skin_num')
    .where('order_items.kept', '=', true);
  return eb.case().when(eb.exists(visible)).then(eb.ref('user_collection.download_link')).end();
}
