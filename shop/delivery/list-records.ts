import { sql } from 'kysely';
import type { DeliveryRecordRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';

/** What is known about the delivery of one item. */
export interface DeliveryRecord {
  id: string;
  itemId: string;
  kind: DeliveryRecordRow['kind'];
  /** Whoever received the gift did it, and not the buyer. */
  isOfReceiver: boolean;
  at: Date;
  network: string | null;
  device: string | null;
}

/** Newest first. A buyer who opens their collection every day for half a year makes 180 for each item. */
const AT_MOST = 1000;

export async function listRecords(ctx: ShopContext, orderId: string): Promise<DeliveryRecord[]> {
  const rows = await ctx.db
    .selectFrom('delivery_records as record')
    .innerJoin('order_items as item', 'item.id', 'record.order_item_id')
    .innerJoin('orders', 'orders.id', 'item.order_id')
    .leftJoin('gifts', 'gifts.order_id', 'orders.id')
    .select([
      'record.id',
      'record.order_item_id as itemId',
      'record.kind',
      'record.at',
      'record.network',
      'record.device',
      // A deleted account is null on either side.
      sql<boolean>`coalesce(gifts.status <> 'kept' and (record.user_id = orders.user_id) is not true, false)`.as(
        'isOfReceiver',
      ),
    ])
    .where('item.order_id', '=', orderId)
    .orderBy('record.at', 'desc')
    .orderBy('record.id')
    .limit(AT_MOST)
    .execute();
  return rows;
}
