import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { OrderItemRow, OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { tellChange } from '#shop/events/tell.ts';
import { findSkinOwner } from '#shop/states/find-skin-owner.ts';
import type { SkinContent } from './files/stored-file.ts';
import { recordLinkSent } from './record-link-sent.ts';

export type WrittenItem = Pick<
  OrderItemRow,
  'id' | 'kept' | 'champion_id' | 'skin_num' | 'skin_name' | 'champion_name' | 'splash_art_url'
>;

/**
 * Gives one item its link, or its stored file, in the order and in the collection of its owner. A stored file is reached by the
 * shop's own download, which lets only the owner in. If the owner does not keep this item, the collection keeps what
 * the order that has paid for the skin gave. An unclaimed gift has no owner yet: `shop/gifts/` writes the entry.
 */
export async function writeLink(
  ctx: ShopContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id' | 'is_gift'>,
  item: WrittenItem,
  content: SkinContent,
): Promise<void> {
  const userId = await findSkinOwner(tx, order);
  const entry =
    userId !== null && item.kept
      ? await writeEntry(ctx, tx, { orderId: order.id, userId }, item, content)
      : null;
  await tx
    .updateTable('order_items')
    .set(
      'link' in content
        ? { download_link: content.link, file_id: null }
        : { download_link: entry ?? `${ctx.settings.appUrl}/dashboard/colecao`, file_id: content.fileId },
    )
    .where('id', '=', item.id)
    .execute();
  if (order.is_gift && userId !== null) {
    await tellChange(ctx, tx, { name: 'gift.filled', orderId: order.id, ownerId: userId });
  }
  await recordLinkSent(ctx, tx, { itemId: item.id, userId });
}

/** @returns the link that stands in the collection. */
async function writeEntry(
  ctx: ShopContext,
  tx: Tx,
  order: { orderId: string; userId: string },
  item: WrittenItem,
  content: SkinContent,
): Promise<string | null> {
  const id = randomUUID();
  const download = `${ctx.settings.appUrl}/dashboard/download-skin/`;
  const link = 'link' in content ? content.link : null;
  // The entry is there since the payment, so the address is made of its own id.
  const address = link ?? sql<string>`${download}::text || user_collection.id`;
  const entry = await tx
    .insertInto('user_collection')
    .values({
      id,
      user_id: order.userId,
      order_id: order.orderId,
      champion_id: item.champion_id,
      skin_num: item.skin_num,
      skin_name: item.skin_name,
      champion_name: item.champion_name,
      splash_art_url: item.splash_art_url,
      download_link: link ?? `${download}${id}`,
      added_at: ctx.now(),
      delivered_at: ctx.now(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'champion_id', 'skin_num'])
        .doUpdateSet({ download_link: address, order_id: order.orderId, delivered_at: ctx.now() }),
    )
    .returning('download_link')
    .executeTakeFirstOrThrow();
  return entry.download_link;
}
