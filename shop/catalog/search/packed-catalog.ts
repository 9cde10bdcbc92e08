import type { Skin } from '../catalog.ts';
import { addressOf, skinKey } from '../sku.ts';
import { sortForDisplay } from '../sort-for-display.ts';

/**
 * All skins of a catalogue in columns per champion, small enough for a browser to keep. It runs in the browser too,
 * so it imports only what runs there.
 */
export interface PackedCatalog {
  /** The digest of this content: the last part of its address. */
  version: string;
  /** In centavos: the price of every skin that has no other price here. */
  usualPriceCents: number;
  champions: PackedChampion[];
}

/**
 * Id and name of the champion, then what ends the key, name and colour of each skin, in their order. A colour is six
 * digits, or six spaces if it is unknown.
 */
type PackedChampion = [
  id: string,
  name: string,
  ids: (number | string)[],
  names: string[],
  colors: string,
  ...Oddity[],
];

/** A skin that cannot be bought, that has a picture of its own, or that has another price than most skins. */
type Oddity = [
  id: number | string,
  available: boolean,
  imageUrl: string | null,
  priceCents: number,
  soldOut?: true,
];

const UNKNOWN_COLOR = '      ';

export function packSkins(skins: readonly Skin[]): Omit<PackedCatalog, 'version'> {
  const usualPriceCents = findUsualPrice(skins);
  return { usualPriceCents, champions: packChampions(skins, usualPriceCents) };
}

function findUsualPrice(skins: readonly Skin[]): number {
  const skinsByPrice = Map.groupBy(skins, (skin) => skin.priceCents);
  const [usual] = [...skinsByPrice].toSorted(([, a], [, b]) => b.length - a.length);
  return usual?.[0] ?? 0;
}

function packChampions(skins: readonly Skin[], usualPriceCents: number): PackedChampion[] {
  const byChampion = Map.groupBy(
    skins.toSorted((a, b) => compare(a.championId, b.championId) || a.num - b.num),
    (skin) => skin.championId,
  );
  return [...byChampion].map(([id, mine]) => [
    id,
    mine[0]?.championName ?? id,
    mine.map(idOf),
    mine.map(({ name }) => name),
    mine.map(({ color }) => color?.slice(1) ?? UNKNOWN_COLOR).join(''),
    ...mine
      .filter(
        ({ available, imageUrl, priceCents }) => !available || imageUrl || priceCents !== usualPriceCents,
      )
      .map((skin): Oddity => [
        idOf(skin),
        skin.available,
        skin.imageUrl ?? null,
        skin.priceCents,
        ...soldOutOf(skin),
      ]),
  ]);
}

/** The skins in the form of the catalogue, in display order. */
export function unpackSkins({ usualPriceCents, champions }: Omit<PackedCatalog, 'version'>): Skin[] {
  return sortForDisplay(
    champions.flatMap(([championId, championName, ids, names, colors, ...oddities]) => {
      const odd = new Map(
        oddities.map(([id, available, imageUrl, priceCents, soldOut]) => [
          id,
          { available, imageUrl, priceCents, soldOut },
        ]),
      );
      return ids.map((id, index): Skin => {
        const color = colors.slice(index * 6, index * 6 + 6);
        const { available = true, imageUrl, priceCents = usualPriceCents, soldOut } = odd.get(id) ?? {};
        const sku = skuOf(championId, id);
        return {
          sku,
          championId,
          championName,
          num: typeof id === 'number' ? id : index + 1,
          name: names[index] ?? '',
          splashPath: `/img/${skinKey(sku)}`,
          color: color === UNKNOWN_COLOR ? null : `#${color}`,
          available,
          priceCents,
          ...(imageUrl ? { imageUrl } : {}),
          ...(soldOut ? { soldOut } : {}),
        };
      });
    }),
  );
}

const soldOutOf = ({ soldOut }: Skin): [] | [true] => (soldOut ? [soldOut] : []);

/** Of the static-data source it is the number. */
function idOf({ sku }: Skin): number | string {
  const [, id] = addressOf(sku);
  return sku.startsWith('lol:') ? Number(id) : id;
}

/** A group of a file has the key of its catalogue before its own name: `file:{catalogue}:{group}`. */
const skuOf = (championId: string, id: number | string): string =>
  championId.startsWith('file:')
    ? `${championId.slice(0, championId.lastIndexOf(':'))}:${id}`
    : `lol:${championId}:${id}`;

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
