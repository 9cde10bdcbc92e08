import { sql } from 'kysely';
import type { Executor, Tx } from '#db/client.server.ts';
import type { OutwardContext } from '#shop/context.ts';
import { itemPictureKeys } from '#shop/media/item-picture.ts';
import { removePictures } from '#shop/media/remove-pictures.ts';
import { skuPrefix } from './draft.ts';

/** Of the pictures that a catalogue has, sold ones that have left it included. */
export async function listDigests(executor: Executor, catalogId: string): Promise<string[]> {
  const rows = await executor
    .selectFrom('item_pictures')
    .select('digest')
    .distinct()
    .where('sku', '^@', skuPrefix(catalogId))
    .execute();
  return rows.map(({ digest }) => digest);
}

/** Of the pictures of what waits to be published. Nobody tries or publishes a file of this catalogue before the commit. */
export async function listTriedDigests(tx: Tx, catalogId: string): Promise<string[]> {
  const { rows } = await sql<{ digest: string }>`
    select distinct digest #>> '{}' as digest
    from (select draft from catalogs where id = ${catalogId} for update) tried,
      jsonb_path_query(draft, '$.groups[*].items[*].picture.digest') digest`.execute(tx);
  return rows.map(({ digest }) => digest);
}

/** After the commit: removes those of these pictures that no item and nothing that was tried names any more. */
export function forgetItemPictures(ctx: OutwardContext, digests: readonly string[]): void {
  if (digests.length === 0) return;
  ctx.inBackground('forget_item_pictures', async () => {
    for (const digest of digests) {
      const { rows } = await sql`
        select 1 where exists (select from item_pictures where digest = ${digest})
          or exists (select from catalogs where draft::text like ${`%${digest}%`})`.execute(ctx.db);
      if (rows.length === 0) await removePictures(ctx, itemPictureKeys(digest));
    }
  });
}
