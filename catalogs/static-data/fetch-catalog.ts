import { z } from 'zod';
import {
  CatalogError,
  type OfferedCatalog,
  type OfferedGroup,
  type OfferedItem,
  type StaticDataAddress,
  type StaticDataOptions,
} from '#shop/catalog/catalog-provider.ts';
import { fetchStaticData, STATIC_DATA_POLICY } from './fetch-static-data.ts';

const AT_ONCE = 4;
/** Keys from this number on belong to copies of champions in other game modes. */
const FIRST_FOREIGN_KEY = 10_000;

const versions = z.array(z.string()).nonempty();
const name = z.string().trim().min(1).max(200);
const champion = z.object({
  key: z.coerce.number().int().positive(),
  name,
  title: z.string().max(200).catch(''),
});
const championList = z.object({ data: z.record(z.string(), z.unknown()) });
const championDetail = z.object({
  data: z.record(
    z.string(),
    z.object({
      skins: z.array(
        z.object({
          num: z.coerce.number().int().nonnegative(),
          name: name.catch(''),
          parentSkin: z.unknown().optional(),
        }),
      ),
    }),
  ),
});

/**
 * The newest version that the service offers.
 * @throws CatalogError
 */
export async function fetchVersion(
  source: StaticDataAddress,
  options: StaticDataOptions = {},
): Promise<string> {
  const listed = await ask(source, '/api/versions.json', versions, options);
  // The oldest entries have names like `lolpatch_7.20`. The version also becomes part of request paths.
  const version = listed.find((each) => /^\d{1,4}(\.\d{1,4}){1,3}$/.test(each));
  if (!version) throw new CatalogError('malformed', '/api/versions.json names no version', false);
  return version;
}

/**
 * All champions of a version with the skins for sale: no default skins, no chromas.
 * @throws CatalogError if any of them cannot be read: half a catalogue is worse than the old one.
 */
export async function fetchChampions(
  source: StaticDataAddress,
  version: string,
  options: StaticDataOptions = {},
): Promise<OfferedCatalog> {
  const folder = `/cdn/${version}/data/${encodeURIComponent(source.catalogLocale)}`;
  const { data } = await ask(source, `${folder}/champion.json`, championList, options);
  const listed = Object.entries(data).flatMap(([id, entry]) => readChampion(id, entry) ?? []);

  const failed = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, failed.signal]) : failed.signal;
  const queue = [...listed.entries()];
  const groups: OfferedGroup[] = [];
  let done = 0;
  async function work(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [position, { id, key, name, title }] = next;
      const detail = await ask(source, `${folder}/champion/${id}.json`, championDetail, {
        ...options,
        signal,
      });
      groups[position] = { id, key, name, title, items: skinsForSale(id, detail) };
      await options.onGroup?.(++done, listed.length);
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    failed.abort();
    throw error;
  }
  return { version, groups, problems: [] };
}

/** @returns null for an entry that is no champion: the list also has copies for other game modes. */
function readChampion(
  id: string,
  entry: unknown,
): { id: string; key: number; name: string; title: string } | null {
  // The id becomes part of request paths, of the image route and of file keys.
  if (!/^[A-Za-z0-9]{1,40}$/.test(id)) return null;
  const { key, name, title } = parse(champion, entry, `champion.json ${id}`);
  return key < FIRST_FOREIGN_KEY ? { id, key, name, title } : null;
}

function skinsForSale(id: string, detail: z.infer<typeof championDetail>): OfferedItem[] {
  const champion = Object.hasOwn(detail.data, id) ? detail.data[id] : undefined;
  if (!champion) throw new CatalogError('malformed', `champion/${id}.json does not speak of ${id}`, false);
  const skins = new Map<number, string>();
  for (const { num, name, parentSkin } of champion.skins) {
    // A chroma names the skin that it recolours, which may be number 0.
    const isChroma = parentSkin !== undefined && parentSkin !== null;
    if (num > 0 && !isChroma && name !== '') skins.set(num, name);
  }
  return [...skins].map(([num, name]) => ({
    id: String(num),
    name,
    priceCents: null,
    rarity: null,
    picture: null,
  }));
}

async function ask<T>(
  source: StaticDataAddress,
  path: string,
  schema: z.ZodType<T>,
  { signal, policy }: StaticDataOptions,
): Promise<T> {
  const answer = await fetchStaticData(
    source.catalogUrl + path,
    { ...STATIC_DATA_POLICY, ...policy },
    signal ?? new AbortController().signal,
  );
  return parse(schema, answer, path);
}

function parse<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new CatalogError('malformed', `${where}: ${issue?.path.join('.')} ${issue?.message}`, false);
}
