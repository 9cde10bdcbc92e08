import type { Catalog, Shelf, Skin } from './catalog.ts';

export const OWN_SHELF: Shelf = {
  id: 'lol',
  name: 'Skins de campeões',
  groupWord: 'Campeão',
  groupWords: 'Campeões',
};

/** `file:armas` of the catalogue `armas`; null: the static-data source. */
export const shelfOf = (catalogId: string | null): string =>
  catalogId === null ? OWN_SHELF.id : `file:${catalogId}`;

/** What the setting names, as far as it is there. A shop is never without goods. */
export function chooseShelves(setting: unknown, known: ReadonlyMap<string, Shelf>): Shelf[] {
  const named: unknown[] = Array.isArray(setting) ? setting : [];
  const found = named.flatMap((id) => (typeof id === 'string' ? (known.get(id) ?? []) : []));
  return found.length > 0 ? found : [OWN_SHELF];
}

/** Of what is on sale, in a sentence; null: champions alone. Of several kinds they are groups. */
export function groupWordsOf(shelves: readonly Shelf[]): { one: string; many: string } | null {
  const [first, ...others] = shelves;
  if (!first || (first.id === OWN_SHELF.id && others.length === 0)) return null;
  if (others.length > 0) return { one: 'grupo', many: 'grupos' };
  return { one: startSmall(first.groupWord), many: startSmall(first.groupWords) };
}

const startSmall = (word: string) => word.charAt(0).toLocaleLowerCase('pt-BR') + word.slice(1);

/** Of a skin that a file brought; null: its group is a champion. */
export function groupWordOf(
  { champions, shelves }: Pick<Catalog, 'champions' | 'shelves'>,
  { championId }: Pick<Skin, 'championId'>,
): string | null {
  const shelf = champions.find(({ id }) => id === championId)?.shelf;
  const word = shelves.find(({ id }) => id === shelf && id !== OWN_SHELF.id)?.groupWord;
  return word ?? null;
}
