import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { action, loader } from './catalogs.ts';
import { action as answerApi } from '#app/doors/answer-api.ts';

let shop: TestContext;
let owner: string;
beforeAll(async () => {
  shop = await createTestContext();
  owner = await createClerk(shop, 'owner');
});
afterAll(() => shop.close());

const TABLE = 'group,name,id,price\nArmas,Faca,faca,"12,5"\n';

function ask(path: string, method = 'GET', who = owner): Promise<Response> {
  const handler = method === 'GET' ? loader : path.endsWith('/publish') ? answerApi : action;
  return send(handler, path, { method }, who);
}
function post(path: string, content: BlobPart, who = owner, field = 'file'): Promise<Response> {
  const body = new FormData();
  body.append(field, new Blob([content]), 'Arsenal.csv');
  return send(action, path, { method: 'POST', body }, who);
}
function send(
  handler: (args: never) => Promise<Response>,
  path: string,
  init: RequestInit,
  who: string,
): Promise<Response> {
  const request = new Request(`http://localhost:3000${path}`, init);
  const [, catalogId] = /catalogs\/([\w-]+)/.exec(path) ?? [];
  const params = catalogId === undefined ? {} : { catalogId };
  return callRoute(handler, { request, params, context: contextFor(shop.ctx, who) });
}

test('a file is tried, published, tried again under its id, listed and deleted', async () => {
  const tried = await post('/api/admin/catalogs', TABLE);
  expect(tried.status).toBe(201);
  expect(await tried.json()).toMatchObject({
    id: 'arsenal',
    groups: 1,
    items: 1,
    problems: [],
    published_at: null,
    is_waiting: true,
  });
  expect(shop.ctx.catalog.current().findSkin('file:arsenal:faca')).toBeNull();
  const published = await ask('/api/admin/catalogs/arsenal/publish', 'POST');
  expect(published.status).toBe(200);
  expect(await published.json()).toMatchObject({ id: 'arsenal', is_waiting: false });
  expect(shop.ctx.catalog.current().findSkin('file:arsenal:faca')?.priceCents).toBe(1250);

  const again = await post('/api/admin/catalogs/arsenal', `${TABLE}Armas,,x,\n`);
  expect([again.status, await again.json()]).toMatchObject([
    200,
    { id: 'arsenal', problems: [{ row: 3, column: 'name', value: '', reason: 'Falta o nome.' }] },
  ]);
  expect((await ask('/api/admin/catalogs/arsenal/publish', 'POST')).status).toBe(422);
  expect(await (await ask('/api/admin/catalogs')).json()).toMatchObject([{ id: 'arsenal', items: 1 }]);
  expect((await ask('/api/admin/catalogs/arsenal', 'DELETE')).status).toBe(204);
  expect((await ask('/api/admin/catalogs/arsenal', 'DELETE')).status).toBe(404);
  expect((await post('/api/admin/catalogs/arsenal', TABLE)).status).toBe(404);
});

test('only who may change the catalogue sends one, and what is no file is refused', async () => {
  const delivery = await createClerk(shop, 'delivery');
  expect((await post('/api/admin/catalogs', TABLE, delivery)).status).toBe(403);
  expect((await ask('/api/admin/catalogs', 'GET', delivery)).status).toBe(403);
  expect((await post('/api/admin/catalogs', TABLE, owner, 'other')).status).toBe(400);
  const large = await post('/api/admin/catalogs', new Uint8Array(33 * 1024 * 1024));
  expect([large.status, await large.json()]).toMatchObject([
    413,
    { error: { code: 'too_large', fields: { file: 'O arquivo passa de 32 MB.' } } },
  ]);
  expect(await (await ask('/api/admin/catalogs')).json()).toEqual([]);
});
