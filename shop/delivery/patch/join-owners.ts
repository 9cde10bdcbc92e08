import { sql } from 'kysely';

/**
 * The delivered skins that people keep, as `entry`, for each row of `file`. It goes along the index of the items of a
 * skin: a collection is found by its owner alone.
 */
export const joinOwners = sql`
  join order_items item on item.champion_id = file.champion_id and item.skin_num = file.skin_num and item.kept
  join orders on orders.id = item.order_id and orders.status = 'completed'
  join user_collection entry on entry.user_id = orders.user_id and entry.champion_id = item.champion_id
    and entry.skin_num = item.skin_num and entry.order_id = orders.id`;
