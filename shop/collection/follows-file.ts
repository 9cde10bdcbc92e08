import { sql, type RawBuilder } from 'kysely';
import { isWithheld, pausesDelivery } from '#shop/states/why-waits.ts';

/** What `user_collection` is called in the query, which has the file of the skin as `file`. */
type Entry = 'entry' | 'user_collection';

/** It was delivered before the last patch of the skin's file (docs/rulings.md, 'Updated files'); a key has none. */
function isPatched(entry: Entry): RawBuilder<boolean> {
  const name = sql.id(entry);
  return sql`(${name}.key_id is null and coalesce(file.patched_at > coalesce(${name}.delivered_at, '-infinity'), false))`;
}

function holdsDead(entry: Entry): RawBuilder<boolean> {
  const name = sql.id(entry);
  return sql`exists (
    select from dead_files dead
    where dead.skin_file_id = file.id and (dead.link = ${name}.link or dead.file_id = ${name}.file_id))`;
}

/** Nothing is delivered by itself to the account that bought it, and a mended file is such a delivery. */
export function isPaused(entry: Entry): RawBuilder<boolean> {
  return sql`exists (
    select from orders bought
    join orders on orders.user_id = bought.user_id
    join disputes on disputes.order_id = orders.id
    where bought.id = ${sql.id(entry)}.order_id and ${pausesDelivery})`;
}

/** It came from another shop and has no content of its own: what it gives is the skin's file, once there is one. */
function isBare(entry: Entry): RawBuilder<boolean> {
  const name = sql.id(entry);
  return sql`(num_nonnulls(${name}.link, ${name}.file_id, ${name}.key_id) = 0
    and coalesce(num_nonnulls(file.link, file.file_id) = 1 and file.state <> 'broken', false))`;
}

/** What was delivered is outdated or dead: the skin's file is to take its place. */
export function isReplaced(entry: Entry): RawBuilder<boolean> {
  return sql`(${isPatched(entry)} or ${holdsDead(entry)})`;
}

/** The skin's file takes the place of what was delivered: the owner has something new to download. */
export function followsFile(entry: Entry): RawBuilder<boolean> {
  return sql`(not ${isWithheld}
    and (${isPatched(entry)} or ${isBare(entry)} or ${holdsDead(entry)} and not ${isPaused(entry)}))`;
}
