import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { skinsOf } from '#test/purchases.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { action as deliver } from '../desk/desk-deliver.ts';
import { action as presence } from '../desk/desk-presence.ts';
import { action as patchDay } from './patch.ts';
import { action as markBroken } from './skin-file-broken.ts';
import { action as saveFile } from './skin-file.ts';
import { action as checkFiles } from './skin-files-check.ts';
import { loader as listFiles } from './skin-files.ts';

const LINK = 'https://arquivos.exemplo.com/a.zip';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await createClerk(shop, 'entrega');
});
afterAll(() => shop.close());

const at = (position: number) => {
  const { championId, skinNum } = skinsOf(shop.ctx, position)[0]!;
  return { championId, skinNum: String(skinNum) };
};

function call(
  handler: (args: never) => Response | Promise<Response>,
  method: string,
  { query = '', params = {}, body }: { query?: string; params?: Record<string, string>; body?: unknown },
): Promise<Response> {
  const request = new Request(`http://localhost:3000/api/admin/skin-files${query}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return callRoute(handler, { request, params, context: contextFor(shop.ctx, clerk) });
}
const save = (params: Record<string, string>, body: unknown) => call(saveFile, 'PUT', { params, body });
const mark = (params: Record<string, string>, body: unknown) => call(markBroken, 'POST', { params, body });
const list = (query = '') => call(listFiles, 'GET', { query });

test("a skin's file is saved, kept where the body is silent, marked, and listed in the contract's words", async () => {
  const skin = at(0);
  expect((await save(skin, { link: LINK, auto: true })).status).toBe(200);
  const saved = (await (await save(skin, { link: `${LINK}?2` })).json()) as Record<string, unknown>;
  const { name } = shop.ctx.catalog.current().skins[0]!;
  expect(saved).toEqual({
    champion_id: skin.championId,
    skin_num: Number(skin.skinNum),
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
  });
  const broken = { ...saved, broken: true, state: 'broken' };
  expect(await (await mark(skin, { broken: true })).json()).toEqual(broken);
  expect(await (await list()).json()).toEqual([broken]);
  expect(await (await list(`?q=${encodeURIComponent(name)}`)).json()).toContainEqual(broken);
  expect(await (await list('?q=nada-disso')).json()).toEqual([]);
});

test('what the shop never heard of is absent, at the desk, at the files and on patch day, and nothing changes', async () => {
  const nobody = { champion_id: 'Nobody', skin_num: 1 };
  const known = shop.ctx.catalog.current().skins[5]!;
  const unknown = { champion_id: known.championId, skin_num: 999 };
  const patch = (scope: object) => call(patchDay, 'POST', { body: { scope, state: 'updating' } });
  for (const skin of [nobody, unknown]) {
    expect((await call(deliver, 'POST', { body: { ...skin, link: LINK } })).status).toBe(404);
    expect((await call(presence, 'POST', { body: skin })).status).toBe(404);
    expect((await call(checkFiles, 'POST', { body: skin })).status).toBe(404);
    const { champion_id, skin_num } = skin;
    const pair = [champion_id, skin_num];
    expect((await patch({ skins: [[known.championId, known.num], pair] })).status).toBe(404);
  }
  expect((await patch({ champion_id: 'Nobody' })).status).toBe(404);
  expect((await call(checkFiles, 'POST', { body: { champion_id: 'Nobody' } })).status).toBe(404);
  const files = await shop.ctx.db.selectFrom('skin_files').select('updating').execute();
  expect(files.filter(({ updating }) => updating)).toEqual([]);
  // One that the catalogue has: nobody waits for it.
  const one = { champion_id: known.championId, skin_num: known.num };
  expect((await call(deliver, 'POST', { body: { ...one, link: LINK } })).status).toBe(200);
  expect((await call(presence, 'POST', { body: one })).status).toBe(204);
});

test.each<[string, () => Promise<Response>, number, string]>([
  ['a link that is none', () => save(at(1), { link: 'x' }), 422, 'invalid_link'],
  ['a switch without a file', () => save(at(1), { auto: true }), 422, 'no_link'],
  ['no such skin', () => save({ championId: 'Nobody', skinNum: '1' }, { link: LINK }), 404, 'not_found'],
  ['no number', () => save({ championId: 'Ahri', skinNum: '1e9' }, { link: LINK }), 404, 'not_found'],
  ['another shape', () => save(at(1), { link: 7 }), 400, 'malformed'],
  ['another method', () => call(saveFile, 'POST', { params: at(1), body: {} }), 405, 'method_not_allowed'],
  ['nothing to mark', () => mark(at(1), { broken: true }), 404, 'not_found'],
  ['a mark of another shape', () => mark(at(1), {}), 400, 'malformed'],
  ['half a cursor', () => list('?cursor=1_2'), 400, 'malformed'],
])('refused: %s', async (_what, ask, status, code) => {
  const response = await ask();
  const { error } = (await response.json()) as { error: { code: string } };
  expect([response.status, error.code]).toEqual([status, code]);
});

test('a check says how many files it asked, and refuses what names no file', async () => {
  const skin = at(6);
  const check = async (body: unknown) => {
    const response = await call(checkFiles, 'POST', { body });
    return [response.status, response.ok ? await response.json() : null];
  };
  const body = { champion_id: skin.championId, skin_num: Number(skin.skinNum) };
  expect(await check(body)).toEqual([404, null]);
  // An address that the shop does not call: nobody is asked.
  await save(skin, { link: 'https://127.0.0.1/a.zip' });
  expect(await check(body)).toEqual([200, { checked: 1, left: 0 }]);
  const other = shop.ctx.catalog.current().champions.findLast(({ id }) => id !== skin.championId)!;
  expect(await check({ champion_id: other.id })).toEqual([200, { checked: 0, left: 0 }]);
  expect(await check({ skin_num: 1 })).toEqual([400, null]);
});
