import type { SoldItemRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';

type Content = 'link' | 'file_id' | 'key_id';

/**
 * Where what was delivered for an item is had; null: it has no content yet. A stored file or a key is reached by the
 * shop's own download, which lets only the owner in.
 */
export function contentLink(
  ctx: Pick<ShopContext, 'settings'>,
  { grant_id, owner_id, link, file_id, key_id }: Pick<SoldItemRow, 'grant_id' | 'owner_id' | Content>,
): string | null {
  if (file_id === null && key_id === null) return link;
  return `${ctx.settings.appUrl}/dashboard/${owner_id === null ? 'colecao' : `download-skin/${grant_id}`}`;
}

/**
 * The link that the buyer of an item may see: after the order is complete, and while its money has not gone back. Never of
 * a gift: its link is its owner's alone, who reads it in the collection.
 */
export function visibleLink(
  ctx: Pick<ShopContext, 'settings'>,
  isGift: boolean,
  item: Pick<SoldItemRow, 'state' | 'grant_id' | 'owner_id' | Content>,
): string | null {
  return item.state === 'delivered' && !isGift ? contentLink(ctx, item) : null;
}
