import type { Skin } from './catalog.ts';
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

interface SearchableSkin {
  skin: Skin;
  /** Skin name and champion name, as they stand (lower case) and folded, with something between that nobody types. */
  literal: string;
  folded: string;
}

const BETWEEN_NAMES = '\uFFFF';

// No name is nearly this long. Also bounds what one search costs, whatever was sent.
const LONGEST_QUERY = 100;

/**
 * Skins whose name, or whose champion's name, contains the query. An empty query finds all. The browser runs this
 * very code over its copy of the catalogue, so it imports nothing else.
 */
export function searchSkins(
  catalog: Shelf,
  { query = '', championId, sort = 'featured', offset, limit }: SkinSearch,
): { skins: Skin[]; total: number } {
  const wanted = query.trim().slice(0, LONGEST_QUERY);
  const literal = wanted.toLowerCase();
  const folded = foldText(wanted);
  const contains = ({ literal: exact, folded: loose }: SearchableSkin): boolean =>
    // `***` folds to nothing, and nothing is part of every name.
    (folded !== '' && loose.includes(folded)) || exact.includes(literal);

  const all = searchableSkins(catalog, sort);
  const found =
    wanted === '' && championId === undefined
      ? all
      : all.filter(
          (each) => (championId === undefined || each.skin.championId === championId) && contains(each),
        );
  const start = wholeNumber(offset);
  return {
    skins: found.slice(start, start + wholeNumber(limit)).map(({ skin }) => skin),
    total: found.length,
  };
}

function wholeNumber(value: number): number {
  return Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** Folding and sorting 2,000 names costs more than the search itself, so each catalogue pays once. */
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
