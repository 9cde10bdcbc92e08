import { sql } from 'kysely';

/**
 * Of a row of `orders`: a skin of it is still to come, and its file is being updated. Then the order comes
 * with the update, and no promise is running.
 */
export const awaitsUpdate = sql<boolean>`
  orders.status in ('awaiting_payment', 'pending') and orders.due_at is null and exists (
    select from order_items item
    join skin_files file on file.champion_id = item.champion_id and file.skin_num = item.skin_num
    where item.order_id = orders.id and item.kept and item.download_link is null and file.updating)`;
