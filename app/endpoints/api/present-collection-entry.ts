import type { CollectionEntry } from '#shop/collection/list-collection.ts';

/** An entry of `GET /api/collection`, in the words of spec section 3. */
export function presentCollectionEntry(entry: CollectionEntry) {
  return {
    id: entry.id,
    order_id: entry.orderId,
    champion_id: entry.championId,
    skin_num: entry.skinNum,
    skin_name: entry.skinName,
    champion_name: entry.championName,
    splash_art_url: entry.splashPath,
    download_link: entry.downloadLink,
    added_at: entry.addedAt.toISOString(),
  };
}
