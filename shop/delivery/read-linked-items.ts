import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { LinkedItem } from './deliver-linked-products.ts';

/** The items of an order with what delivers them by itself now, as `deliverLinkedProducts` takes them. */
export async function readLinkedItems(tx: Tx, orderId: string): Promise<LinkedItem[]> {
  const ready = sql<boolean>`file.auto and file.state <> 'broken'`;
  return tx
    .selectFrom('order_items as item')
    .leftJoin('products as product', (join) =>
      join
        .onRef('product.champion_id', '=', 'item.champion_id')
        .onRef('product.skin_num', '=', 'item.skin_num')
        .on('product.is_active', '=', true),
    )
    .leftJoin('skin_files as file', (join) =>
      join.onRef('file.champion_id', '=', 'item.champion_id').onRef('file.skin_num', '=', 'item.skin_num'),
    )
    .select([
      'item.id',
      'item.kept',
      'item.champion_id',
      'item.skin_num',
      'item.skin_name',
      'item.champion_name',
      'item.splash_art_url',
      sql<string | null>`coalesce(product.download_url, case when ${ready} then file.link end)`.as(
        'ready_link',
      ),
      sql<string | null>`case when product.download_url is null and ${ready} then file.file_id end`.as(
        'ready_file_id',
      ),
      sql<boolean>`coalesce(file.updating, false)`.as('updating'),
      sql<boolean>`item.download_link is not null`.as('filled'),
    ])
    .where('item.order_id', '=', orderId)
    .orderBy('item.position')
    .execute();
}
