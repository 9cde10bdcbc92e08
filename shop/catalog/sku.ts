/*
 * The key of what is sold (docs/rulings.md, 'Sku'): `lol:Ahri:3` of the static-data source, `file:{catalogue}:{id}` of a
 * file. Its address has two parts: `Ahri` and `3`, or `file:{catalogue}` and the id. It runs in the browser too.
 */

const OF_SOURCE = /^lol:(\w{1,60}):(0|[1-9]\d{0,5})$/;
const OF_FILE = /^(file:[a-z0-9-]{1,40}):([A-Za-z0-9._-]{1,60})$/;

export const isSku = (text: string): boolean => OF_SOURCE.test(text) || OF_FILE.test(text);

/** Of the parts of an address; null: no key can have them. */
export function readSku(first: string, second: string | number): string | null {
  const sku = first.startsWith('file:')
    ? `${first}:${second}`
    : `lol:${first}:${String(second).replace(/^0+(?=\d)/, '')}`;
  return isSku(sku) ? sku : null;
}

/** @throws TypeError for a text that is no key. */
export function addressOf(sku: string): readonly [string, string] {
  const [, first, second] = OF_SOURCE.exec(sku) ?? OF_FILE.exec(sku) ?? [];
  if (first === undefined || second === undefined) throw new TypeError(`'${sku}' is no key of what is sold`);
  return [first, second];
}

/** Champion and number in the static-data source, which the contract says beside the key; null: it comes from elsewhere. */
export function readSource(sku: string): { championId: string; skinNum: number } | null {
  const [, championId, num] = OF_SOURCE.exec(sku) ?? [];
  return championId === undefined ? null : { championId, skinNum: Number(num) };
}

/** As the contract says a key: champion and number beside it, null where the static-data source has no such skin. */
export function spellSku<Sku extends string | null>(sku: Sku) {
  const source = sku === null ? null : readSource(sku);
  return { champion_id: source?.championId ?? null, skin_num: source?.skinNum ?? null, sku };
}

/** `Ahri_3`: the key as one part of an address, and as the id of a line in a cart. */
export const skinKey = (sku: string): string => addressOf(sku).join('_');

/** Either way of writing it. null: no such key. The name of a champion may have `_`, a catalogue's cannot. */
export function readSkinKey(key: string): string | null {
  if (isSku(key)) return key;
  const cut = key.startsWith('file:') ? key.indexOf('_') : key.lastIndexOf('_');
  return cut < 0 ? null : readSku(key.slice(0, cut), key.slice(cut + 1));
}

/** Skins that a person writes into one field: `Ahri/3` as in the store's address, which may be whole, its key, or `Ahri_3`. */
export const splitSkins = (text: string): { word: string; sku: string | null }[] =>
  (text.match(/[^\s,;]+/g) ?? []).map((word) => {
    const [, file, id] = /(?:^|\/)(file:[a-z0-9-]{1,40})[/:_]([A-Za-z0-9._-]{1,60})$/.exec(word) ?? [];
    if (file !== undefined && id !== undefined) return { word, sku: readSku(file, id) };
    const [, championId, num] = /(?:^|[/:])(\w{1,60}?)[/:_](\d{1,6})$/.exec(word) ?? [];
    return { word, sku: championId === undefined ? null : readSku(championId, num ?? '') };
  });
