import { afterEach, beforeEach, expect, test } from 'vitest';
import { QUICK } from '#test/catalog-context.ts';
import { grownMirror, SMALL, VERSION } from '#test/catalog/invented-mirror.ts';
import { findFullMirror } from '#test/catalog/mirror.ts';
import { startStaticDataServer, type StaticDataServer } from '#test/catalog/static-data-server.ts';
import { CatalogError } from '#shop/catalog/catalog-provider.ts';
import { fetchChampions, fetchVersion } from './fetch-catalog.ts';

const FOLDER = `/cdn/${VERSION}/data/pt_BR`;
let server: StaticDataServer;

beforeEach(async () => {
  server = await startStaticDataServer();
});
afterEach(() => server.close());

const source = () => ({ catalogUrl: server.url, catalogLocale: 'pt_BR' });
const fetchAll = (policy = {}) => fetchChampions(source(), VERSION, { policy: { ...QUICK, ...policy } });
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof CatalogError ? error.reason : error),
  );

/** A mirror of one champion with these skins. */
function serveOnly(id: string, skins: unknown[], listed: Record<string, unknown> = {}): void {
  server.serve(
    `${FOLDER}/champion.json`,
    JSON.stringify({ data: { [id]: { id, key: '1', name: id, title: 't' }, ...listed } }),
  );
  server.serve(`${FOLDER}/champion/${id}.json`, JSON.stringify({ data: { [id]: { skins } } }));
}

// shows: spec 3.1, spec 7.1
test('reads every champion and exactly the skins that are for sale, four requests at a time', async () => {
  server.delay(20);
  const seen: number[] = [];
  const { groups } = await fetchChampions(source(), await fetchVersion(source()), {
    onGroup: async (done, total) => void seen.push(done / total),
  });
  expect(groups).toHaveLength(SMALL.champions);
  expect(groups.flatMap(({ items }) => items)).toHaveLength(SMALL.skins);
  expect(groups.flatMap(({ items }) => items).filter(({ id: num }) => num === '0')).toEqual([]);
  expect(groups.find(({ id }) => id === 'MonkeyKing')?.name).toBe('Sagui');
  expect(server.atOnce).toBe(4);
  expect(seen).toHaveLength(SMALL.champions);
  expect(seen.at(-1)).toBe(1);
});

const fullMirror = findFullMirror();
test.skipIf(!fullMirror)(
  'of the whole catalogue (CATALOG_MIRROR) exactly 1,930 skins are for sale',
  async () => {
    await using whole = await startStaticDataServer(fullMirror ?? undefined);
    const at = { catalogUrl: whole.url, catalogLocale: 'pt_BR' };
    const { groups } = await fetchChampions(at, await fetchVersion(at), { policy: QUICK });
    expect(groups).toHaveLength(173);
    const skins = groups.flatMap(({ items }) => items);
    expect(skins).toHaveLength(1930);
    expect(skins.filter(({ id: num }) => num === '0')).toEqual([]);
    expect(groups.find(({ id }) => id === 'MonkeyKing')?.name).toBe('Wukong');
  },
);

test('a chroma is not for sale, not even one of the default skin', async () => {
  serveOnly('Zed', [
    { id: '1', num: 0, name: 'default' },
    { id: '2', num: 1, name: "Zed: d'Água/Gelo (2022)", chromas: true },
    { id: '3', num: 2, name: 'Chroma of the default', parentSkin: 0 },
    { id: '4', num: 3, name: 'Chroma of 1', parentSkin: 1 },
    { id: '5', num: 4, name: '', parentSkin: 1 },
  ]);
  const { groups } = await fetchAll();
  expect(groups[0]?.items).toMatchObject([{ id: '1', name: "Zed: d'Água/Gelo (2022)" }]);
});

test('what the list carries beside champions is never asked for', async () => {
  serveOnly('Zed', [{ num: 1, name: 'Zed Um' }], {
    Jade_Ahri: { id: 'Jade_Ahri', key: '60103', name: 'Ahri' },
    Strawberry: { id: 'Strawberry', key: '10000', name: 'Copy' },
    '../../secret': { key: '5', name: 'Traversal' },
  });
  expect((await fetchAll()).groups.map(({ id }) => id)).toEqual(['Zed']);
  expect(server.requests.filter((path) => path.includes('/champion/'))).toEqual([
    `${FOLDER}/champion/Zed.json`,
  ]);
});

// shows: spec 7.1
test('the version is the newest that is a number', async () => {
  server.serve('/api/versions.json', JSON.stringify(['lolpatch_7.20', '../evil', '16.2.1', '9.1.1']));
  expect(await fetchVersion(source())).toBe('16.2.1');
});

test.each([500, 429, 'garbage', 'drop'] as const)(
  'a champion that answers %s twice is asked a third time',
  async (as) => {
    server.fail(`${FOLDER}/champion/Ahri.json`, 2, as);
    expect((await fetchAll()).groups).toHaveLength(SMALL.champions);
    expect(server.requests.filter((path) => path.endsWith('/Ahri.json'))).toHaveLength(3);
  },
);

test('an answer that never comes is given up and asked for again', async () => {
  server.fail(`${FOLDER}/champion.json`, 1, 'hang');
  expect((await fetchAll({ timeoutMs: 1_000 })).groups).toHaveLength(SMALL.champions);
});

test('one champion that stays silent fails the whole, and the others are no longer asked', async () => {
  await server.close();
  server = await startStaticDataServer(grownMirror);
  server.fail(`${FOLDER}/champion/Ahri.json`, 3);
  expect(await reasonOf(fetchAll())).toBe('unreachable');
  const asked = server.requests.length;
  expect(asked).toBeLessThan(100);
  await new Promise((resolve) => setTimeout(resolve, 100));
  // The three that were on their way when the fourth failed may still arrive.
  expect(server.requests.length).toBeLessThanOrEqual(asked + 3);
});

test('a refusal is not asked again', async () => {
  server.fail(`${FOLDER}/champion.json`, 3, 403);
  expect(await reasonOf(fetchAll())).toBe('unreachable');
  expect(server.requests).toHaveLength(1);
});

test.each([
  ['a list of another shape', `${FOLDER}/champion.json`, '{"data":[{"id":1}]}'],
  ['a champion without a key', `${FOLDER}/champion.json`, '{"data":{"Ahri":{"name":"Ahri"}}}'],
  ['a detail about somebody else', `${FOLDER}/champion/Ahri.json`, '{"data":{"Zed":{"skins":[]}}}'],
  [
    'a document beyond all size',
    `${FOLDER}/champion/Ahri.json`,
    `{"data":{"Ahri":{"skins":[]}},"more":"${'x'.repeat(140_000)}"}`,
  ],
])('%s is malformed', async (_, path, body) => {
  server.serve(path, body);
  expect(await reasonOf(fetchAll({ maxBytes: 128 * 1024 }))).toBe('malformed');
});

test('a caller who gives up ends all requests', async () => {
  server.delay(30);
  const signal = AbortSignal.timeout(60);
  expect(await reasonOf(fetchChampions(source(), VERSION, { policy: QUICK, signal }))).toBe('unreachable');
  expect(server.requests.length).toBeLessThan(20);
});
