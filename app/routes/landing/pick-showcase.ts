import type { Skin } from '#shop/catalog/catalog.ts';

/** The first `size` skins for sale in display order, one a champion. */
export function pickShowcase(skins: readonly Skin[], size: number): Skin[] {
  const champions = new Set<string>();
  const picked: Skin[] = [];
  for (const skin of skins) {
    if (picked.length === size) break;
    if (!skin.available || champions.has(skin.championId)) continue;
    champions.add(skin.championId);
    picked.push(skin);
  }
  return picked;
}
