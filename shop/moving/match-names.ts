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

/** The whole name, then ever less of it. `isWhole`: what was found is named in it letter by letter. */
function search(catalog: Catalog, name: string): { skins: Skin[]; total: number; isWhole: boolean } {
  const words = name
    .split(/[^\p{L}\p{N}'’]+/u)
    .filter(Boolean)
    .slice(0, 15);
  for (let cut = 0; cut <= MOST_CUT * 2 && cut < words.length; cut += 1) {
    for (let before = Math.min(cut, MOST_CUT); before >= 0 && cut - before <= MOST_CUT; before -= 1) {
      const query = words.slice(before, words.length - (cut - before)).join(' ');
      if (foldText(query).length < 3) continue;
      const { skins, total } = searchSkins(catalog, { query, offset: 0, limit: 50 });
      if (total === 0) continue;
      const named = skins.filter((skin) => foldName(name).includes(foldName(skin.name)));
      if (named.length === 1 && total < 50) return { skins: named, total: 1, isWhole: true };
      return { skins: named.length > 0 ? named : skins, total, isWhole: cut === 0 };
    }
  }
  return { skins: [], total: 0, isWhole: false };
}

/** What people said of these names, or of all. */
export async function readDecisions(executor: Executor): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ name: string; sku: string | null }>`
    select name, sku from import_matches`.execute(executor);
  return new Map(rows.map(({ name, sku }) => [name, sku]));
}
