/** The address of a skin of the static-data source. */
export interface SkinAddress {
  championId: string;
  skinNum: number;
}

/** The key of what is sold (docs/rulings.md, 'Sku'). */
export const skuOf = ({ championId, skinNum }: SkinAddress): string => `lol:${championId}:${skinNum}`;

/** null: no key of a skin. */
export function readSku(sku: string): SkinAddress | null {
  const [, championId, num] = /^lol:(\w{1,60}):(\d{1,6})$/.exec(sku) ?? [];
  return championId === undefined ? null : { championId, skinNum: Number(num) };
}

/** Skins that a person writes into one field: `Ahri/3` as in the store's address, which may be whole, its key, or `Ahri_3`. */
export const splitSkins = (text: string): { word: string; skin: SkinAddress | null }[] =>
  (text.match(/[^\s,;]+/g) ?? []).map((word) => {
    const [, championId, num] = /(?:^|[/:])(\w{1,60}?)[/:_](\d{1,6})$/.exec(word) ?? [];
    return { word, skin: championId === undefined ? null : { championId, skinNum: Number(num) } };
  });
