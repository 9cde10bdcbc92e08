import { sql, type ExpressionBuilder } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { followsFile } from './follows-file.ts';

/** It was given, and its payment is disputed: its owner downloads nothing until that is decided. */
export const isDisputedGift = sql<boolean>`exists (
  select from disputes join orders given on given.id = disputes.order_id
  where given.id = user_collection.order_id and given.is_gift and disputes.state = 'open')`;

/**
 * `visibleLink` for an entry of a collection: the order of the entry decides. The query joins the skin's file as
 * `file`.
 */
export function collectionLink(
  ctx: Pick<ShopContext, 'settings'>,
  eb: ExpressionBuilder<Database, 'user_collection'>,
) {
  const visible = eb
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select('orders.id')
    .whereRef('orders.id', '=', 'user_collection.order_id')
    .where('orders.status', '=', 'completed')
    .whereRef('order_items.champion_id', '=', 'user_collection.champion_id')
    .whereRef('order_items.skin_num', '=', 'user_collection.skin_num')
    .where('order_items.kept', '=', true);
  const download = `${ctx.settings.appUrl}/dashboard/download-skin/`;
  const link = sql<string | null>`case when ${followsFile('user_collection')}
    then coalesce(file.link, ${download}::text || user_collection.id)
    else user_collection.download_link end`;
  return eb
    .case()
    .when(eb.and([eb.exists(visible), eb.not(isDisputedGift)]))
    .then(link)
    .end();
}
