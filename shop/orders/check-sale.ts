import type { Skin } from '#shop/catalog/catalog.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';

export type SaleCheck =
  | { ok: true; skins: Skin[] }
  | { ok: false; reason: 'unknown_skin' | 'unavailable' | 'sold_out'; skins: string[] };

/** Whether these skins are in the catalogue and on sale now. What is unknown is named as `Ahri_3`. */
export function checkSale(ctx: ShopContext, skus: Iterable<string>): SaleCheck {
  const catalog = ctx.catalog.current();
  const skins: Skin[] = [];
  const unknown: string[] = [];
  for (const sku of skus) {
    const skin = catalog.findSkin(sku);
    if (skin) skins.push(skin);
    else unknown.push(skinKey(sku));
  }
  if (unknown.length > 0) return { ok: false, reason: 'unknown_skin', skins: unknown };
  const soldOut = skins.filter((skin) => skin.soldOut).map((skin) => skin.name);
  if (soldOut.length > 0) return { ok: false, reason: 'sold_out', skins: soldOut };
  const unavailable = skins.filter((skin) => !skin.available).map((skin) => skin.name);
  if (unavailable.length > 0) return { ok: false, reason: 'unavailable', skins: unavailable };
  return { ok: true, skins };
}
