import { inventMore, LINES, NAMED } from './invented-champions.ts';
import type { Mirror } from './mirror.ts';

/** The newest version that the invented mirrors offer, and the one before it. */
export const VERSION = '16.15.1';
export const FORMER_VERSION = '16.14.1';
/** A skin that had another name in the former version; its id is the same. */
export const RENAMED = { championId: 'Ahri', num: 2, formerName: 'Iacema de Barro' };

interface Champion {
  id: string;
  key: number;
  name: string;
  /** Those for sale; the service lists recolourings beside them. */
  skinCount: number;
}

const USUAL_SKINS = 5;
const named: Champion[] = NAMED.map(([id, name, skinCount = USUAL_SKINS], index) => ({
  id,
  key: index + 1,
  name,
  skinCount,
}));

/** As many champions and skins as the real service had when this was written. */
export const GROWN = { champions: 173, skins: 1930 };
export const SMALL = { champions: named.length, skins: countSkins(named) };

/** Small enough for every run, and with all the oddities of the real service (docs/rulings.md, 'Data traps'). */
export const smallMirror: Mirror = createMirror(named);

/** The same, as large as the real one. */
export const grownMirror: Mirror = createMirror([...named, ...grow()]);

function countSkins(champions: Champion[]): number {
  return champions.reduce((sum, { skinCount }) => sum + skinCount, 0);
}

function grow(): Champion[] {
  const more = inventMore(GROWN.champions - named.length);
  const wanted = GROWN.skins - SMALL.skins;
  const least = Math.floor(wanted / more.length);
  return more.map(({ id, name }, index) => ({
    id,
    key: named.length + index + 1,
    name,
    skinCount: least + (index < wanted % more.length ? 1 : 0),
  }));
}

function createMirror(champions: Champion[]): Mirror {
  const documents = new Map<string, string>();
  const add = (path: string, document: unknown) => documents.set(path, JSON.stringify(document));
  // The oldest versions of the real service are not numbers.
  add('/api/versions.json', [VERSION, FORMER_VERSION, 'lolpatch_7.20']);
  for (const version of [VERSION, FORMER_VERSION]) {
    const folder = `/cdn/${version}/data/pt_BR`;
    const listed = [...champions, ...notChampions()].map(({ id, key, name }) => [
      id,
      { version, id, key: String(key), name, title: `o título de ${name}`, tags: ['Mage'] },
    ]);
    add(`${folder}/champion.json`, { type: 'champion', version, data: Object.fromEntries(listed) });
    for (const champion of champions) {
      add(`${folder}/champion/${champion.id}.json`, describeChampion(champion, version));
    }
  }
  return (path) => documents.get(path) ?? null;
}

/** Copies of champions for other game modes stand in the same list. Nobody may ask for their details. */
function notChampions(): { id: string; key: number; name: string }[] {
  return [
    { id: 'Jade_Ahri', key: 60_103, name: 'Iacema' },
    { id: 'Strawberry', key: 10_000, name: 'Penumbra' },
  ];
}

function describeChampion({ id, key, name, skinCount }: Champion, version: string): object {
  const skin = (num: number, rest: object) => ({ id: String(key * 1000 + num), num, ...rest });
  const recolouring = (num: number, parentSkin: number) =>
    skin(num, { name: `${name} (cor ${num})`, chromas: false, parentSkin });
  const forSale = numbersOf(skinCount).map((num, place) => {
    const isFormer = version === FORMER_VERSION && id === RENAMED.championId && num === RENAMED.num;
    const line = LINES[(key + place) % LINES.length] ?? '';
    return skin(num, { name: isFormer ? RENAMED.formerName : line.replace('*', name), chromas: true });
  });
  // A recolouring names the skin it belongs to, and that may be the default one.
  const skins = [
    skin(0, { name: 'default', chromas: true }),
    ...forSale,
    recolouring(5, 1),
    recolouring(6, 0),
    recolouring(8, 4),
  ].toSorted((a, b) => a.num - b.num);
  return { type: 'champion', version, data: { [id]: { id, key: String(key), name, skins } } };
}

/** 1, 2, 3, 4, 7, 9, 10, …: 5, 6 and 8 are recolourings. */
function numbersOf(count: number): number[] {
  const all = Array.from({ length: count + 3 }, (_, index) => index + 1);
  return all.filter((num) => ![5, 6, 8].includes(num));
}
