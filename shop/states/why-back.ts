import { sql } from 'kysely';
import type { RefundReason } from '#db/schema.ts';

/**
 * Why the shop gives an item back unasked: others took the last keys, its file did not come in time, or its buyer has
 * it by another order and keeps it.
 */
export type WhyBack = Extract<RefundReason, 'sold_out' | 'preorder_over' | 'already_owned'>;

/** Of a query on the items of orders. */
export const whyBack = (items: 'bought_items' | 'owed_items') =>
  sql<WhyBack | null>`case when ${sql.ref(`${items}.state`)} = 'revoked' then (
    select reason from refunds where refunds.order_id = ${sql.ref(`${items}.order_id`)}
      and refunds.status <> 'dismissed' and (
        reason in ('sold_out', 'preorder_over') and ${sql.ref(`${items}.id`)} = any(refunds.item_ids)
        or reason = 'already_owned' and exists (
          select from grants other where other.owner_id = ${sql.ref(`${items}.owner_id`)}
            and other.sku = ${sql.ref(`${items}.sku`)} and other.is_shown)) limit 1) end`;
