import type { Catalog, Skin } from '#shop/catalog/catalog.ts';

/** How far a collection is with one champion. */
export interface ChampionProgress {
  championId: string;
  championName: string;
  owned: number;
  total: number;
  /** All of the champion's, as the store orders them. */
  skins: readonly Skin[];
  /** For sale today; fewer than `total - owned` while one is off sale. */
  missing: Skin[];
}

/**
 * Of each champion of whom the person owns a skin: first who is nearest to complete, the complete ones last. A skin
 * that left the catalogue does not count.
 */
export function championProgress(
  catalog: Pick<Catalog, 'champions' | 'skinsOf'>,
  owned: ReadonlySet<string>,
): ChampionProgress[] {
  const leftOf = ({ total, owned }: ChampionProgress) => (total === owned ? Infinity : total - owned);
  return catalog.champions
    .flatMap((champion): ChampionProgress[] => {
      const skins = catalog.skinsOf(champion.id);
      const others = skins.filter(({ sku }) => !owned.has(sku));
      if (others.length === skins.length) return [];
      return [
        {
          championId: champion.id,
          championName: champion.name,
          owned: skins.length - others.length,
          total: skins.length,
          skins,
          missing: others.filter(({ available }) => available),
        },
      ];
    })
    .sort((a, b) => (leftOf(a) === leftOf(b) ? b.owned - a.owned : leftOf(a) - leftOf(b)));
}
