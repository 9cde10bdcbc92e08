import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import { dueFirst } from '#shop/states/due-first.ts';
import { readOrderMoney } from '#shop/states/read-order-money.ts';
import { asksBack, isDoubted, isRefunding, isUnseen } from '#shop/states/why-waits.ts';

/** Nobody looks at more at once; the others come once these are delivered. */
const AT_MOST = 2000;

/** The items that staff have to fill, of one skin or of all, in the sequence in which their orders are due. */
export async function readWaiting(executor: Executor, sku?: string) {
  const rows = await executor
    .selectFrom('orders')
    .innerJoin('owed_items as item', 'item.order_id', 'orders.id')
    .leftJoin('skin_files as file', 'file.sku', 'item.sku')
    .leftJoin('files as stored', 'stored.id', 'file.file_id')
    .select([
      'orders.id as orderId',
      // null: it waits for the update of a file, or was paid before the shop kept this.
      'orders.due_at as dueAt',
      'item.sku',
      'item.skin_name as skinName',
      'item.champion_name as championName',
      'item.splash_art_url as splashPath',
      'file.link',
      'file.file_id as fileId',
      'stored.name as fileName',
      'file.auto',
      'file.state',
      'file.updating',
      isUnseen.as('unseen'),
    ])
    .where('orders.status', '=', sql.lit('pending'))
    .where('item.state', '=', 'waiting')
    .$if(sku !== undefined, (query) => query.where('item.sku', '=', sku ?? ''))
    .where(({ not }) => not(isRefunding('item')))
    .where(({ not }) => not(isDoubted))
    // Staff answer the buyer first, or deliver it knowingly on its own page.
    .where(({ not }) => not(asksBack))
    // It has its key already, which its order's page sends.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('stock_keys').select('id').whereRef('item_id', '=', 'item.id'))),
    )
    .orderBy(dueFirst)
    .orderBy('orders.id')
    .orderBy('item.position')
    .limit(AT_MOST)
    .execute();
  const money = await readOrderMoney(executor, [...new Set(rows.map(({ orderId }) => orderId))]);
  return rows.filter(({ orderId }) => !money.get(orderId)?.isPromisedBack);
}
