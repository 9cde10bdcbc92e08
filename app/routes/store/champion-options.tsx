import type { ReactNode } from 'react';

interface Champion {
  id: string;
  name: string;
}

/**
 * The champions in the order in which they are shown, a line with id and name for each. Every page of the store carries
 * them. As one text they are written and read at once; React Router goes through an object name by name.
 */
export interface ChampionList {
  lines: string;
}

const lists = new WeakMap<readonly Champion[], ChampionList>();
const options = new WeakMap<ChampionList, ReactNode>();

/** The same catalogue gives the same list. */
export function listChampions(champions: readonly Champion[]): ChampionList {
  let list = lists.get(champions);
  if (!list) {
    list = { lines: champions.map(({ id, name }) => `${id} ${name}`).join('\n') };
    lists.set(champions, list);
  }
  return list;
}

/** The choices of a select. Their elements are made once for each list, and shared by all pages that the server renders. */
export function ChampionOptions({ champions }: { champions: ChampionList }) {
  let made = options.get(champions);
  if (!made) {
    made = [...champions.lines.matchAll(/^(\S+) (.+)$/gm)].map(([, id, name]) => (
      <option key={id} value={id}>
        {name}
      </option>
    ));
    options.set(champions, made);
  }
  return made;
}
