import type { Catalog } from '#shop/catalog/catalog.ts';
import { foldText } from '#shop/catalog/search/fold-text.ts';
import { readSkinKey } from '#shop/catalog/sku.ts';

/** How a skin is offered to a clerk, and what may be typed for it. */
export const skinLabel = (skin: { name: string; championName: string }): string =>
  `${skin.name} - ${skin.championName}`;

/** The skin that a text names: by its label, its name or its key. Orders may have one that the catalogue lost. */
export function findTypedSkin(catalog: Catalog, typed: string): { sku: string; label: string } | null {
  const key = readSkinKey(typed);
  const wanted = foldText(typed);
  const found = key
    ? catalog.findSkin(key)
    : (catalog.skins.find((skin) => foldText(skinLabel(skin)) === wanted) ??
      catalog.skins.find((skin) => foldText(skin.name) === wanted));
  if (found) return { sku: found.sku, label: skinLabel(found) };
  return key === null ? null : { sku: key, label: typed };
}
