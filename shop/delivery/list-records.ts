import type { DeliveryRecordRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';

/** What is known about the delivery of one item. */
export interface DeliveryRecord {
  id: string;
  itemId: string;
  kind: DeliveryRecordRow['kind'];
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
    .select([
      'record.id',
      'record.order_item_id as itemId',
      'record.kind',
      'record.at',
      'record.network',
      'record.device',
    ])
    .where('item.order_id', '=', orderId)
    .orderBy('record.at', 'desc')
    .orderBy('record.id')
    .limit(AT_MOST)
    .execute();
  return rows;
}
