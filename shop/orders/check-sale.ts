import type { Skin } from '#shop/catalog/catalog.ts';
import type { ShopContext } from '#shop/context.ts';

export type SaleCheck =
  | { ok: true; skins: Skin[] }
  | { ok: false; reason: 'unknown_skin' | 'unavailable'; skins: string[] };

/** Checks by their keys (`championId_num`) whether these skins are in the catalogue and on sale now. */
export function checkSale(
  ctx: ShopContext,
  wanted: ReadonlyMap<string, { championId: string; skinNum: number }>,
): SaleCheck {
  const catalog = ctx.catalog.current();
  const skins: Skin[] = [];
  const unknown: string[] = [];
  for (const [key, { championId, skinNum }] of wanted) {
    const skin = catalog.findSkin(championId, skinNum);
    if (skin) skins.push(skin);
    else unknown.push(key);
  }
  if (unknown.length > 0) return { ok: false, reason: 'unknown_skin', skins: unknown };
  const unavailable = skins.filter((skin) => !skin.available).map((skin) => skin.name);
  if (unavailable.length > 0) return { ok: false, reason: 'unavailable', skins: unavailable };
  return { ok: true, skins };
}
