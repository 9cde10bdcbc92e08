import { sql, type RawBuilder } from 'kysely';

/** The skins that orders sold, with what was paid for each: of an exchanged gift the one that was taken. */
export const soldItems = (orders: RawBuilder<unknown>) => sql`
  select item.sku, coalesce(paid_cents, price_cents) as cents
  from ${orders} join order_items item on item.order_id = orders.id
  where orders.exchanged_at is null
  union all
  select owed.sku, coalesce(paid_cents, price_cents)
  from ${orders} join grants owed on owed.order_id = orders.id join order_items item on item.id = owed.item_id
  where orders.exchanged_at is not null`;
