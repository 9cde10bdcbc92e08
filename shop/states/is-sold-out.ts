import { sql } from 'kysely';

/** Of a query on the items of orders: the last key was taken while its payment was on its way, so its money goes back. */
export const isSoldOut = (items: 'bought_items' | 'owed_items') =>
  sql<boolean>`(${sql.ref(`${items}.state`)} is not distinct from 'revoked' and exists (
    select from refunds where refunds.order_id = ${sql.ref(`${items}.order_id`)} and refunds.reason = 'sold_out'
      and refunds.status <> 'dismissed' and ${sql.ref(`${items}.id`)} = any(refunds.item_ids)))`;
