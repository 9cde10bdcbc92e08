import { sql } from 'kysely';

/**
 * The delivered skins that people keep, as `entry`, for each row of `file`. It goes along the index of the items of a
 * skin: a collection is found by its owner alone.
 */
export const joinOwners = sql`
  join order_items item on item.champion_id = file.champion_id and item.skin_num = file.skin_num and item.kept
  join orders on orders.id = item.order_id and orders.status = 'completed'
  left join gifts gift on orders.is_gift and gift.order_id = orders.id
  join user_collection entry
    on entry.user_id = case when orders.is_gift then gift.owner_id else orders.user_id end and entry.champion_id = item.champion_id
    and entry.skin_num = item.skin_num and entry.order_id = orders.id`;
