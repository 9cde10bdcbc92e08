import type { Skin } from '../catalog.ts';
import { foldText } from './fold-text.ts';

/** `featured` is the catalogue's own order. */
export type SkinSort = 'featured' | 'name' | 'champion';

export interface SkinSearch {
  query?: string;
  championId?: string;
  sort?: SkinSort;
  /** Whole numbers; anything else counts as 0. */
  offset: number;
  limit: number;
}

/** A catalogue, or a browser's copy of one. */
interface Shelf {
  /** In display order. */
  skins: readonly Skin[];
}

/** A text as it stands (lower case) and folded. */
interface SearchText {
  literal: string;
  folded: string;
}

/** Skin name and champion name, separated by a character that nobody types. */
interface SearchableSkin extends SearchText {
  skin: Skin;
}

const BETWEEN_NAMES = '\uFFFF';

// No name is this long. The limit also bounds the cost of one search.
const LONGEST_QUERY = 100;

/**
 * First the skins whose own name or champion's name contains the query, then those that contain each word of it in
 * any order. An empty query finds all skins. The browser runs this code over its copy of the catalogue, so it imports
 * nothing else.
 */
export function searchSkins(
  catalog: Shelf,
  { query = '', championId, sort = 'featured', offset, limit }: SkinSearch,
): { skins: Skin[]; total: number } {
  const all = searchableSkins(catalog, sort);
  const ofChampion =
    championId === undefined ? all : all.filter(({ skin }) => skin.championId === championId);
  const found = findText(ofChampion, query.trim().slice(0, LONGEST_QUERY));
  const start = wholeNumber(offset);
  return {
    skins: found.slice(start, start + wholeNumber(limit)).map(({ skin }) => skin),
    total: found.length,
  };
}

function findText(skins: SearchableSkin[], text: string): SearchableSkin[] {
  if (text === '') return skins;
  const whole = fold(text);
  const words = text.split(/\s+/).map(fold);
  const byWhole: SearchableSkin[] = [];
  const byWords: SearchableSkin[] = [];
  for (const skin of skins) {
    if (contains(skin, whole)) byWhole.push(skin);
    else if (words.length > 1 && words.every((word) => contains(skin, word))) byWords.push(skin);
  }
  return byWhole.concat(byWords);
}

function fold(text: string): SearchText {
  return { literal: text.toLowerCase(), folded: foldText(text) };
}

function contains(skin: SearchableSkin, { literal, folded }: SearchText): boolean {
  // `***` folds to an empty text, and every name contains the empty text.
  return (folded !== '' && skin.folded.includes(folded)) || skin.literal.includes(literal);
}

function wholeNumber(value: number): number {
  return Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** Folding and sorting 2,000 names costs more than the search, so it happens once for each catalogue. */
const prepared = new WeakMap<Shelf, Map<SkinSort, SearchableSkin[]>>();

function searchableSkins(catalog: Shelf, sort: SkinSort): SearchableSkin[] {
  let orders = prepared.get(catalog);
  if (!orders) {
    orders = new Map([['featured', catalog.skins.map(toSearchable)]]);
    prepared.set(catalog, orders);
  }
  let skins = orders.get(sort);
  if (!skins) {
    skins = (orders.get('featured') ?? []).toSorted(comparators[sort]);
    orders.set(sort, skins);
  }
  return skins;
}

function toSearchable(skin: Skin): SearchableSkin {
  const names = [skin.name, skin.championName];
  return {
    skin,
    literal: names.map((name) => name.toLowerCase()).join(BETWEEN_NAMES),
    folded: names.map(foldText).join(BETWEEN_NAMES),
  };
}

const { compare } = new Intl.Collator('pt-BR', { numeric: true });
const comparators: Record<SkinSort, (a: SearchableSkin, b: SearchableSkin) => number> = {
  featured: () => 0,
  name: (a, b) => compare(a.skin.name, b.skin.name),
  champion: (a, b) => compare(a.skin.championName, b.skin.championName) || b.skin.num - a.skin.num,
};
