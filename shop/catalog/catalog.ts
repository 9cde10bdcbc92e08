/** A skin that the shop offers. Only skins for sale: no default skins, no chromas. */
export interface Skin {
  sku: string;
  /** Its group. */
  championId: string;
  championName: string;
  /** Its place within the group. */
  num: number;
  name: string;
  /** Path of the shop's own image route, without width: `/img/Ahri_3`. */
  splashPath: string;
  /** The picture of an active staff product linked to this skin. It replaces the splash. */
  imageUrl?: string;
  /** `#rrggbb` of the splash, once it is known. The box shows it until the picture has loaded. */
  color: string | null;
  /** false while a linked staff product is switched off, or no key of it is left. */
  available: boolean;
  /** A product of keys without one: nothing else keeps it from being sold. */
  soldOut?: true;
  /** The price now: the flat price or, if staff want it so, that of an active linked product. An order keeps the prices of the moment at which it was placed. */
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
  /** Sorted by name. */
  champions: Champion[];
  /** In display order. */
  skins: Skin[];
  /** For texts that name no skin. */
  prices: { lowestCents: number; areAllTheSame: boolean };
  findSkin(sku: string): Skin | null;
  skinsOf(championId: string): Skin[];
  /** Its file is being updated: who buys it now gets it with the update. */
  isUpdating(sku: string): boolean;
}
