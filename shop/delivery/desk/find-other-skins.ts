import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
import type { SkinContent } from '#shop/delivery/files/stored-file.ts';
import { nameSkin, type SkinOfFile } from '#shop/delivery/files/skin-file.ts';

/**
 * Other skins that have this link or file, or are about to get it: mostly a slip of the clipboard. Nobody is asked about
 * what this skin has already. Two files are one if their bytes are.
 */
export async function findOtherSkins(
  ctx: ShopContext,
  executor: Executor,
  sku: string,
  content: SkinContent,
): Promise<SkinOfFile[]> {
  const same =
    'link' in content
      ? sql<boolean>`given.link = ${content.link}`
      : sql<boolean>`given.file_id in (
          select file.id from files file join files sent on sent.sha256 = file.sha256 where sent.id = ${content.fileId})`;
  const { rows } = await sql<{ sku: string }>`
    select sku from (
      select sku, link, file_id from skin_files
      union select sku, link, file_id from held_deliveries
      union select sku, download_url, null from products
        where is_active and sku is not null and download_url is not null
    ) given where ${same} group by sku order by sku`.execute(executor);
  if (rows.some((row) => row.sku === sku)) return [];
  return rows.map((row) => nameSkin(ctx, row.sku));
}
