/** A skin as the shop offers it. Only what is for sale: no default skins, no chromas. */
export interface Skin {
  championId: string;
  championName: string;
  num: number;
  name: string;
  /** Path of our own image route, without width: `/img/Ahri_3`. */
  splashPath: string;
  /** The picture of an active staff product linked to it, which stands in for the splash (ruling 12). */
  imageUrl?: string;
  /** `#rrggbb` of the splash, once known: what stands in its place while it loads. */
  color: string | null;
  /** false while a staff product linked to it is switched off (ruling 12). */
  available: boolean;
  /** What it costs now. An order keeps the prices at which it was placed. */
  priceCents: number;
}

export interface Champion {
  id: string;
  name: string;
  title: string;
}

export interface Catalog {
  version: string;
  source: 'static-data' | 'demo';
  importedAt: Date;
  /** By name. */
  champions: Champion[];
  /** In display order. */
  skins: Skin[];
  findSkin(championId: string, num: number): Skin | null;
  skinsOf(championId: string): Skin[];
}

/** What every skin costs (ruling 1). Screens and orders read `priceCents` of a skin; only what names no skin reads this. */
export const SKIN_PRICE_CENTS = 1500;

export function skinKey(championId: string, num: number): string {
  return `${championId}_${num}`;
}
