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
  /** A word of the file that it comes from. */
  rarity?: string;
  /** Under which its picture lies in the storage. Of the static-data source there is none: its key says where. */
  pictureDigest?: string;
}

export interface Champion {
  id: string;
  name: string;
  title: string;
  /** Which of the catalogue's `shelves` it stands on. */
  shelf: string;
}

/** A source of goods that is on sale: `lol`, or `file:{catalogue}`. */
export interface Shelf {
  id: string;
  name: string;
  /** What its groups are called: `Campeão` and `Campeões`. */
  groupWord: string;
  groupWords: string;
}

export interface Catalog {
  version: string;
  /** `file`: nothing of the static-data source is on sale. */
  source: 'static-data' | 'demo' | 'file';
  importedAt: Date;
  /** In the order of the setting. */
  shelves: Shelf[];
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
  /** It is sold before its file exists: the last day of São Paulo on which that may come. */
  aheadUntil(sku: string): string | null;
  /** Something delivers it without a person, or could. */
  hasFile(sku: string): boolean;
}
