import type { CartItem } from './cart-storage.ts';

/** A skin of the catalogue as the cart of the browser keeps it. */
export function toCartItem(skin: {
  championId: string;
  championName: string;
  num: number;
  name: string;
  splashPath: string;
  priceCents: number;
}): CartItem {
  return {
    id: `${skin.championId}_${skin.num}`,
    skinName: skin.name,
    championName: skin.championName,
    skinNum: skin.num,
    championId: skin.championId,
    priceCents: skin.priceCents,
    splashArt: skin.splashPath,
  };
}
