import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';

/**
 * Proof of delivery from before this moment. While a dispute of its order is open, it stays: it is what answers it.
 * @returns how many; fewer than `atMost` means that none is left.
 */
export async function forgetDeliveryRecords(ctx: ShopContext, before: Date, atMost: number): Promise<number> {
  // Disputes are few: the old records are read from the end of their index, and most of them go.
  const { rows } = await sql`
    delete from delivery_records where ctid = any(array(
      select record.ctid from delivery_records record
      where record.at < ${before} and not exists (
        select from order_items item join disputes on disputes.order_id = item.order_id and disputes.state = 'open'
        where item.id = record.order_item_id)
      order by record.at limit ${atMost}))
    returning id`.execute(ctx.db);
  return rows.length;
}
