import { skinKey } from '#shop/catalog/sku.ts';
import type { Catalog, Skin } from '#shop/catalog/catalog.ts';
import { searchSkins } from '#shop/catalog/search/search-skins.ts';

const AT_MOST = 12;

export type Choice = Pick<Skin, 'name' | 'championName' | 'splashPath' | 'color' | 'imageUrl'> & {
  key: string;
};

/** What the receiver of a gift may take in its place: on sale and not ahead of its file, of at most its price, and not theirs yet. */
export function listChoices(
  catalog: Catalog,
  { query, atMostCents, owned }: { query: string; atMostCents: number; owned: ReadonlySet<string> },
): Choice[] {
  return searchSkins(catalog, { query, offset: 0, limit: catalog.skins.length })
    .skins.filter(
      ({ sku, available, priceCents }) =>
        available && priceCents <= atMostCents && !owned.has(sku) && catalog.aheadUntil(sku) === null,
    )
    .slice(0, AT_MOST)
    .map(({ sku, name, championName, splashPath, color, imageUrl }) => ({
      key: skinKey(sku),
      name,
      championName,
      splashPath,
      color,
      ...(imageUrl ? { imageUrl } : {}),
    }));
}
