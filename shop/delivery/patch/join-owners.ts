import { sql } from 'kysely';

/** The delivered skins that people keep, as `entry`, for each row of `file`. */
export const joinOwners = sql`
  join user_collection entry on entry.sku = file.sku
    and entry.state = 'delivered'`;
