import { sql } from 'kysely';

/** The delivered skins that people keep, as `entry`, for each row of `file`. */
export const joinOwners = sql`
  join user_collection entry on entry.champion_id = file.champion_id and entry.skin_num = file.skin_num
    and entry.state = 'delivered'`;
