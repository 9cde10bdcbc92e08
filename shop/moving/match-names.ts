import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import type { Catalog, Skin } from '#shop/catalog/catalog.ts';
import { foldText } from '#shop/catalog/search/fold-text.ts';
import { searchSkins } from '#shop/catalog/search/search-skins.ts';

export interface Match {
  /** null: a person said that it is no skin of this shop, or nobody has decided. */
  sku: string | null;
  isDecided: boolean;
  suggestions: string[];
}

const MOST_SUGGESTIONS = 5;
/** Words before and after the name of a skin: "Skin … — League of Legends". */
const MOST_CUT = 4;
/** Words that say nothing of which skin it is. */
const NOISE = new Set('skin skins visual league of legends lol de da do para'.split(' '));

/** Finds the skin that another shop's product is: what a person said of it, its key, or what the shop's own search finds. */
export function createMatcher(catalog: Catalog, decided: ReadonlyMap<string, string | null>) {
  const known = new Map<string, Match>();
  return (name: string, sku: string | null): Match => {
    if (sku !== null && catalog.findSkin(sku)) return { sku, isDecided: true, suggestions: [] };
    const folded = foldName(name);
    const match = known.get(folded) ?? find(catalog, decided, name, folded);
    known.set(folded, match);
    return match;
  };
}

/** Names without a letter keep their signs. */
export const foldName = (name: string): string => foldText(name) || name.trim().toLowerCase();

function find(
  catalog: Catalog,
  decided: ReadonlyMap<string, string | null>,
  name: string,
  folded: string,
): Match {
  const said = decided.get(folded);
  if (said !== undefined) return { sku: said, isDecided: true, suggestions: [] };
  const found = search(catalog, name);
  const exact = found.skins.filter(
    (skin) => folded === foldName(skin.name) || folded === foldName(`${skin.championName} ${skin.name}`),
  );
  const only =
    exact.length === 1 ? exact[0] : found.isWhole && found.total === 1 ? found.skins[0] : undefined;
  if (only) return { sku: only.sku, isDecided: true, suggestions: [] };
  return {
    sku: null,
    isDecided: false,
    suggestions: found.skins.slice(0, MOST_SUGGESTIONS).map(({ sku }) => sku),
  };
}

/** The whole name, then ever less of it. `isWhole`: it is named in it word by word, and nothing else is. */
function search(catalog: Catalog, name: string): { skins: Skin[]; total: number; isWhole: boolean } {
  const words = wordsOf(name).slice(0, 15);
  for (let cut = 0; cut <= MOST_CUT * 2 && cut < words.length; cut += 1) {
    for (let before = Math.min(cut, MOST_CUT); before >= 0 && cut - before <= MOST_CUT; before -= 1) {
      const query = words.slice(before, words.length - (cut - before)).join(' ');
      if (foldText(query).length < 3) continue;
      const { skins, total } = searchSkins(catalog, { query, offset: 0, limit: 50 });
      if (total === 0) continue;
      const named = skins.flatMap((skin) => {
        const others = wordsBeside(name, skin);
        return others ? [{ skin, isAll: others.every((word) => NOISE.has(word)) }] : [];
      });
      const all = named.filter(({ isAll }) => isAll).map(({ skin }) => skin);
      if (all.length === 1 && total < 50) return { skins: all, total: 1, isWhole: true };
      if (named.length > 0) return { skins: named.map(({ skin }) => skin), total, isWhole: false };
      return { skins, total, isWhole: cut === 0 && skins.every((skin) => areWordsOf(words, skin)) };
    }
  }
  return { skins: [], total: 0, isWhole: false };
}

const wordsOf = (name: string): string[] => name.split(/[^\p{L}\p{N}'’]+/u).filter(Boolean);

function areWordsOf(words: readonly string[], { name, championName }: Skin): boolean {
  const known = new Set(wordsOf(`${championName} ${name}`).map(foldText));
  return words.every((word) => known.has(foldText(word)));
}

/** What stands in it beside the names of the skin and its champion; null: the skin is not named in it. */
function wordsBeside(name: string, skin: Skin): string[] | null {
  const folded = ` ${wordsOf(name).map(foldText).join(' ')} `;
  const cut = (from: string, what: string) => from.replace(` ${wordsOf(what).map(foldText).join(' ')} `, ' ');
  const left = cut(folded, skin.name);
  return left === folded ? null : cut(left, skin.championName).split(' ').filter(Boolean);
}

/** What people said of these names, or of all. */
export async function readDecisions(executor: Executor): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ name: string; sku: string | null }>`
    select name, sku from import_matches`.execute(executor);
  return new Map(rows.map(({ name, sku }) => [name, sku]));
}
