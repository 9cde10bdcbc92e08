import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchSkins } from '#shop/catalog/search/search-skins.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { forgeZip } from '#test/forge-zip.ts';
import { skinsOf } from '#test/purchases.ts';
import { storeTestFile } from '#test/store-test-file.ts';

const LINK = 'https://arquivos.exemplo.com/a.zip';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await createClerk(shop, 'delivery');
});
afterAll(() => shop.close());

const at = (position: number) => {
  const { championId, skinNum } = skinsOf(shop.ctx, position)[0]!;
  return { championId, skinNum: String(skinNum) };
};

const call = (what: string, body?: unknown) => callApi(shop.ctx, clerk, what, body);
const post = (path: string, body: unknown) => call(`POST /api/admin/${path}`, body);
const addressOf = ({ championId, skinNum }: { championId: string; skinNum: string }) =>
  `/api/admin/skin-files/${championId}/${skinNum}`;
const save = (skin: ReturnType<typeof at>, body: unknown) => call(`PUT ${addressOf(skin)}`, body);
const mark = (skin: ReturnType<typeof at>, body: unknown) => call(`POST ${addressOf(skin)}/broken`, body);
const list = (query = '') => call(`GET /api/admin/skin-files${query}`);

test("a skin's file is saved, kept where the body is silent, marked, and listed in the contract's words", async () => {
  const skin = at(0);
  expect((await save(skin, { link: LINK, auto: true })).status).toBe(200);
  const saved = (await save(skin, { link: `${LINK}?2` })).body as Record<string, unknown>;
  const { name } = shop.ctx.catalog.current().skins[0]!;
  expect(saved).toEqual({
    champion_id: skin.championId,
    skin_num: Number(skin.skinNum),
    sku: `lol:${skin.championId}:${skin.skinNum}`,
    skin_name: name,
    link: `${LINK}?2`,
    file_id: null,
    auto: true,
    broken: false,
    checked_at: null,
    state: 'ok',
    version: 2,
    sha256: null,
    size: null,
    updated_at: expect.any(String),
    examined: { verdict: 'not_examined', entries: null, reasons: [], at: null },
    accepted_at: null,
  });
  const broken = { ...saved, broken: true, state: 'broken' };
  expect((await mark(skin, { broken: true })).body).toEqual(broken);
  expect((await list()).body).toEqual([broken]);
  expect(
    (await call(`POST /api/admin/skin-files/${saved.sku as string}/broken`, { broken: true })).body,
  ).toEqual(broken);
  expect((await list(`?q=${encodeURIComponent(name)}`)).body).toContainEqual(broken);
  expect((await list('?q=nada-disso')).body).toEqual([]);
});

test('a search finds every file, however many skins of the catalogue it names', async () => {
  const catalog = shop.ctx.catalog.current();
  const [far] = searchSkins(catalog, { query: 'a', sort: 'champion', offset: 60, limit: 1 }).skins;
  const { championId, num } = far!;
  expect((await save({ championId, skinNum: String(num) }, { link: LINK })).status).toBe(200);
  expect((await list('?q=a')).body).toContainEqual(expect.objectContaining({ sku: far!.sku }));
});

// shows: threat 86
test('what the shop never heard of is absent, at the desk, at the files and on patch day, and nothing changes', async () => {
  const nobody = { champion_id: 'Nobody', skin_num: 1 };
  const known = shop.ctx.catalog.current().skins[5]!;
  const unknown = { champion_id: known.championId, skin_num: 999 };
  const patch = (scope: object) => post('patch', { scope, state: 'updating' });
  for (const skin of [nobody, unknown]) {
    expect((await post('desk/deliver', { ...skin, link: LINK })).status).toBe(404);
    expect((await post('desk/presence', skin)).status).toBe(404);
    expect((await post('skin-files/check', skin)).status).toBe(404);
    const { champion_id, skin_num } = skin;
    const pair = [champion_id, skin_num];
    expect((await patch({ skins: [[known.championId, known.num], pair] })).status).toBe(404);
  }
  expect((await patch({ champion_id: 'Nobody' })).status).toBe(404);
  expect((await post('skin-files/check', { champion_id: 'Nobody' })).status).toBe(404);
  const files = await shop.ctx.db.selectFrom('skin_files').select('updating').execute();
  expect(files.filter(({ updating }) => updating)).toEqual([]);
  // One that the catalogue has: nobody waits for it.
  const one = { champion_id: known.championId, skin_num: known.num };
  expect((await post('desk/deliver', { ...one, link: LINK })).status).toBe(200);
  expect((await post('desk/presence', one)).status).toBe(204);
});

test.each<[string, () => ReturnType<typeof call>, number, string]>([
  ['a link that is none', () => save(at(1), { link: 'x' }), 422, 'invalid_link'],
  ['a switch without a file', () => save(at(1), { auto: true }), 422, 'no_link'],
  ['no such skin', () => save({ championId: 'Nobody', skinNum: '1' }, { link: LINK }), 404, 'not_found'],
  ['no number', () => save({ championId: 'Ahri', skinNum: '1e9' }, { link: LINK }), 404, 'not_found'],
  ['another shape', () => save(at(1), { link: 7 }), 400, 'malformed'],
  ['another method', () => call(`POST ${addressOf(at(1))}`, {}), 405, 'method_not_allowed'],
  ['nothing to mark', () => mark(at(1), { broken: true }), 404, 'not_found'],
  ['a mark of another shape', () => mark(at(1), {}), 400, 'malformed'],
  ['a link and a file', () => save(at(1), { link: LINK, file_id: randomUUID() }), 400, 'malformed'],
  [
    'a scope of two kinds',
    () => post('patch', { scope: { all: true, champion_id: 'Ahri' }, state: 'ready' }),
    400,
    'malformed',
  ],
  [
    'a scope that nobody can have',
    () => post('patch', { scope: { champion_id: '\0' }, state: 'updating' }),
    404,
    'not_found',
  ],
  ['files of nobody', () => post('skin-files/check', { champion_id: '\0' }), 404, 'not_found'],
  ['another skin than its address', () => save(at(1), { sku: 'lol:Ahri:999', link: LINK }), 422, 'invalid'],
  ['half a cursor', () => list('?cursor=1_2'), 400, 'malformed'],
])('refused: %s', async (_what, ask, status, code) => {
  const response = await ask();
  expect([response.status, response.body.error.code]).toEqual([status, code]);
});

test('a check says how many files it asked, and refuses what names no file', async () => {
  const skin = at(6);
  const check = async (body: unknown) => {
    const response = await post('skin-files/check', body);
    return [response.status, response.status === 200 ? response.body : null];
  };
  const body = { champion_id: skin.championId, skin_num: Number(skin.skinNum) };
  expect(await check(body)).toEqual([404, null]);
  // An address that the shop does not call: nobody is asked.
  await save(skin, { link: 'https://127.0.0.1/a.zip' });
  expect(await check(body)).toEqual([200, { checked: 1, left: 0 }]);
  const other = shop.ctx.catalog.current().champions.findLast(({ id }) => id !== skin.championId)!;
  expect(await check({ champion_id: other.id })).toEqual([200, { checked: 0, left: 0 }]);
  expect(await check({ skin_num: 1 })).toEqual([400, null]);
  const sku = `lol:${skin.championId}:${skin.skinNum}`;
  expect(await check({ sku })).toEqual([200, { checked: 1, left: 0 }]);
  expect(await check({ sku, champion_id: other.id })).toEqual([422, null]);
  expect(await check({ sku: 'Ahri_3' })).toEqual([422, null]);
  expect(
    (await call('POST /api/admin/patch', { scope: { skins: [sku] }, state: 'updating' })).body,
  ).toMatchObject({
    skins: 1,
  });
});

test('what the shop found in a file stands beside it, and who has looked accepts it with a reason', async () => {
  const skin = at(7);
  const bytes = forgeZip([{ name: 'instalar.exe', content: 'MZ' }, { name: 'WAD/a.wad.client' }]);
  const fileId = await storeTestFile(shop, clerk, 'skin.zip', bytes);
  const saved = (await save(skin, { file_id: fileId, auto: true })).body as Record<string, unknown>;
  expect(saved.examined).toEqual({
    verdict: 'suspicious',
    entries: 2,
    reasons: ['Programa ou script: instalar.exe.'],
    at: expect.any(String),
  });
  const accept = (body: object) => call(`POST /api/admin/skin-files/${saved.sku as string}/accept`, body);
  expect((await accept({})).status).toBe(400);
  expect((await accept({ reason: ' ' })).status).toBe(422);
  expect((await accept({ reason: 'É o instalador do autor.' })).body).toEqual({
    ...saved,
    accepted_at: expect.any(String),
  });
  expect((await accept({ reason: 'De novo.' })).status).toBe(409);
});
