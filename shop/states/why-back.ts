import { sql } from 'kysely';
import type { RefundReason } from '#db/schema.ts';

/** Why the shop gives an item back unasked: others took the last keys, or its file did not come in time. */
export type WhyBack = Extract<RefundReason, 'sold_out' | 'preorder_over'>;

/** Of a query on the items of orders. */
export const whyBack = (items: 'bought_items' | 'owed_items') =>
  sql<WhyBack | null>`case when ${sql.ref(`${items}.state`)} = 'revoked' then (
    select reason from refunds where refunds.order_id = ${sql.ref(`${items}.order_id`)}
      and reason in ('sold_out', 'preorder_over') and refunds.status <> 'dismissed'
      and ${sql.ref(`${items}.id`)} = any(refunds.item_ids) limit 1) end`;
