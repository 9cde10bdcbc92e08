import type { Wish } from '#shop/collection/wishes/list-wishes.ts';

/** An entry of `GET /api/wishlist`: a skin as in the collection, with its price today. */
export function presentWish({ skin, addedAt }: Wish) {
  return {
    champion_id: skin.championId,
    skin_num: skin.num,
    skin_name: skin.name,
    champion_name: skin.championName,
    splash_art_url: skin.splashPath,
    price: skin.priceCents / 100,
    available: skin.available,
    added_at: addedAt.toISOString(),
  };
}
