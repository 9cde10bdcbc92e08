import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { isDisputedGift } from '#shop/states/why-waits.ts';
import { followsFile } from './follows-file.ts';

/** The link that the owner of an entry of a collection reads. The query joins the skin's file as `file`. */
export function collectionLink(ctx: Pick<ShopContext, 'settings'>) {
  const download = `${ctx.settings.appUrl}/dashboard/download-skin/`;
  const here = sql`${download}::text || user_collection.id`;
  return sql<string | null>`case when user_collection.state <> 'delivered' or ${isDisputedGift} then null
    when ${followsFile('user_collection')} then coalesce(file.link, ${here})
    when num_nonnulls(user_collection.file_id, user_collection.key_id) > 0 then ${here}
    else user_collection.link end`;
}
