import type { Skin } from '#shop/catalog/catalog.ts';

const SIZE = 6;

/** The first skins in display order, one a champion. */
export function pickShowcase(skins: readonly Skin[]): Skin[] {
  const champions = new Set<string>();
  const picked: Skin[] = [];
  for (const skin of skins) {
    if (picked.length === SIZE) break;
    if (!skin.available || champions.has(skin.championId)) continue;
    champions.add(skin.championId);
    picked.push(skin);
  }
  return picked;
}
