import { addressOf, readSource, skinKey } from '#shop/catalog/sku.ts';
import type { CartItem } from './cart-storage.ts';

/** A skin of the catalogue as the cart of the browser keeps it. */
export function toCartItem(skin: {
  sku: string;
  championName: string;
  name: string;
  splashPath: string;
  priceCents: number;
}): CartItem {
  const [championId, num] = addressOf(skin.sku);
  return {
    id: skinKey(skin.sku),
    skinName: skin.name,
    championName: skin.championName,
    skinNum: readSource(skin.sku)?.skinNum ?? num,
    championId,
    priceCents: skin.priceCents,
    splashArt: skin.splashPath,
  };
}
