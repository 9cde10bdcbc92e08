import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { revokeStaff } from '#shop/accounts/staff/grant-staff.ts';
import type { Skin } from '#shop/catalog/catalog.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader as findSkins } from './skins.ts';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await createClerk(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.ctx.db.deleteFrom('products').execute();
});

type Product = Record<string, unknown> & { id: string };

const ADDRESS = '/api/admin/products';
const list = (userId: string | null = clerk) => callApi(shop.ctx, userId, `GET ${ADDRESS}`);
const post = (body: unknown, userId: string | null = clerk) =>
  callApi(shop.ctx, userId, `POST ${ADDRESS}`, body);
const patch = (id: string, body: unknown, userId: string | null = clerk) =>
  callApi(shop.ctx, userId, `PATCH ${ADDRESS}/${encodeURIComponent(id)}`, body);
const remove = (id: string, userId: string | null = clerk) =>
  callApi(shop.ctx, userId, `DELETE ${ADDRESS}/${encodeURIComponent(id)}`);

async function createOne(body: Record<string, unknown> = {}): Promise<Product> {
  const answer = await post({ name: 'Produto', price: 15, ...body });
  expect(answer.status).toBe(201);
  return answer.body as Product;
}

function refusedFields(answer: { status: number; body: any }): Record<string, string> {
  expect(answer.status).toBe(422);
  return answer.body.error.fields;
}

function skinAt(position: number): Skin {
  return shop.ctx.catalog.current().skins[position]!;
}
const linkTo = ({ championId, num }: Skin) => ({ champion_id: championId, skin_num: num });

// shows: spec 6.3
test('nobody but staff sees, makes, changes or deletes a product', async () => {
  const product = await createOne();
  const former = await createClerk(shop);
  await revokeStaff(shop.ctx, { email: `${former}@exemplo.com` }, null);
  for (const [userId, status] of [
    [null, 401],
    [await shop.createUser(), 403],
    [former, 403],
  ] as const) {
    const answers = [
      await list(userId),
      await post({ name: 'X', price: 1 }, userId),
      await patch(product.id, { name: 'X' }, userId),
      await remove(product.id, userId),
      await callRoute(findSkins, { path: '/api/admin/skins', context: contextFor(shop.ctx, userId) }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status, status]);
  }
  expect((await list()).body).toEqual([product]);
});

// shows: spec 3.13, spec 7.5
test('a product is created with the defaults of the spec, changed, listed newest first, and deleted', async () => {
  const first = await createOne({ name: '  Primeiro  ', price: 19.9, description: '', champion: ' ' });
  expect(first).toEqual({
    id: expect.any(String),
    name: 'Primeiro',
    description: null,
    champion: null,
    price: 19.9,
    image_url: null,
    download_url: null,
    stock: 0,
    is_active: true,
    champion_id: null,
    skin_num: null,
    sku: null,
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  shop.passSeconds(1);
  const second = await createOne({ name: 'Segundo', stock: 7, is_active: false });

  const changed = await patch(first.id, { price: 0.07, download_url: 'https://exemplo.com/a.zip' });
  expect(changed.status).toBe(200);
  const wanted = { ...first, price: 0.07, download_url: 'https://exemplo.com/a.zip' };
  expect(changed.body).toEqual(wanted);
  expect((await list()).body).toEqual([second, wanted]);

  expect((await remove(first.id)).status).toBe(204);
  expect((await remove(first.id)).status).toBe(404);
  expect((await list()).body).toEqual([second]);

  const audit = await shop.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id', 'details'])
    .where('subject_id', '=', first.id)
    .orderBy('id')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual([
    'product.created',
    'product.updated',
    'product.deleted',
  ]);
  expect(audit.every((row) => row.actor_user_id === clerk)).toBe(true);
  expect(audit[1]!.details).toMatchObject({ changed: ['price_cents', 'download_url'] });
  expect(JSON.stringify(audit)).not.toContain('exemplo.com/a.zip');
});

test.each([
  ['price', { price: -5 }],
  ['price', { price: 0 }],
  ['price', { price: 0.001 }],
  ['price', { price: 15.005 }],
  ['price', { price: 1e12 }],
  ['price', { price: 100_000.01 }],
  ['stock', { stock: -1 }],
  ['stock', { stock: 1.5 }],
  ['stock', { stock: 1e9 + 1 }],
  ['name', { name: ' ' }],
  ['name', { name: 'a'.repeat(201) }],
  ['image_url', { image_url: 'javascript:alert(1)' }],
  ['download_url', { download_url: 'http://exemplo.com/a' }],
  ['champion_id', { champion_id: 'Ninguem', skin_num: 1 }],
  ['champion_id', { champion_id: '../', skin_num: 1 }],
  ['champion_id', { champion_id: '\u0000', skin_num: 1 }],
  ['champion_id', { skin_num: 1 }],
  ['champion_id', { champion_id: 'Ahri' }],
  ['champion_id', { champion_id: 'Ahri', skin_num: 0 }],
  ['champion_id', { champion_id: 'Ahri', skin_num: 1.5 }],
])(
  'rule %#: a %s outside its bounds is refused, new and changed, and nothing is stored',
  async (field, part) => {
    const product = await createOne();
    const created = refusedFields(await post({ name: 'Produto', price: 15, ...part }));
    const changed = refusedFields(await patch(product.id, part));
    // What is wrong with a skin stands at both ways of naming it.
    const named = field === 'champion_id' ? [field, 'sku'] : [field];
    expect([Object.keys(created), Object.keys(changed)]).toEqual([named, named]);
    expect((await list()).body).toEqual([product]);
  },
);

test('a body of another shape is malformed, an unknown id is absent, a method that is none is refused', async () => {
  const { id } = await createOne();
  for (const body of [
    '',
    '{',
    '[]',
    'null',
    '{"price":1e400}',
    { price: '15' },
    { name: 1 },
    { stock: null },
  ]) {
    expect((await post(body)).status).toBe(400);
    expect((await patch(id, body)).status).toBe(400);
  }
  expect(refusedFields(await post({}))).toEqual({
    name: expect.any(String),
    price: expect.any(String),
  });
  for (const unknown of [randomUUID(), "1' or '1'='1"]) {
    expect((await patch(unknown, { name: 'X' })).status).toBe(404);
    expect((await remove(unknown)).status).toBe(404);
  }
  for (const call of [`PUT ${ADDRESS}`, `POST ${ADDRESS}/${id}`, `GET ${ADDRESS}/${id}`])
    expect((await callApi(shop.ctx, clerk, call)).status).toBe(405);
});

test('columns that are not for staff to set are left alone, and hard characters are no fault of ours', async () => {
  const extra = {
    id: randomUUID(),
    created_at: '2001-01-01T00:00:00Z',
    price_cents: 1,
    user_id: clerk,
    role: 'admin',
  };
  const product = await createOne({ ...extra, name: 'a\u0000b\ud800' });
  expect(product.id).not.toBe(extra.id);
  expect(product).toMatchObject({ name: 'a b\ufffd', price: 15, is_active: true });
  expect(product.created_at).not.toContain('2001');
  const changed = await patch(product.id, extra);
  expect(changed.body).toEqual(product);
});

test('a skin has one product, also when two clerks link it at the same moment', async () => {
  const skin = skinAt(0);
  const free = await createOne({ name: 'Livre' });
  const answers = await Promise.all([
    post({ name: 'Um', price: 15, ...linkTo(skin) }),
    post({ name: 'Dois', price: 15, ...linkTo(skin) }),
    patch(free.id, linkTo(skin)),
  ]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  const late = refusedFields(await post({ name: 'Tarde', price: 15, ...linkTo(skin) }));
  expect(late.champion_id).toMatch(/^Esta skin já está ligada ao produto “(Um|Dois|Livre)”\.$/);
});

test('switching a linked product off, and deleting it, reach the catalogue of every process', async () => {
  const skin = skinAt(1);
  const version = shop.ctx.catalog.current().version;
  const inCatalog = async () => {
    await shop.ctx.catalog.reload();
    return shop.ctx.catalog.current().findSkin(skin.sku);
  };
  const announced = async () => (await shop.events()).filter(({ topic }) => topic === 'catalog');
  const before = (await announced()).length;

  const product = await createOne({ ...linkTo(skin), image_url: 'https://exemplo.com/a.jpg' });
  expect(await inCatalog()).toMatchObject({ available: true, imageUrl: 'https://exemplo.com/a.jpg' });
  await patch(product.id, { is_active: false });
  expect(await inCatalog()).toMatchObject({ available: false });
  await remove(product.id);
  expect(await inCatalog()).toMatchObject({ available: true });
  const imported = { topic: 'catalog', event: 'changed', data: { version } };
  expect((await announced()).slice(before)).toEqual([imported, imported, imported]);
});

test('a product whose skin left the catalogue can still be switched off', async () => {
  const { id } = await shop.ctx.db
    .insertInto('products')
    .values({ name: 'Antigo', price_cents: 1500, sku: 'lol:Partiu:4' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const changed = await patch(id, { is_active: false, champion_id: 'Partiu', skin_num: 4 });
  expect(changed.body).toMatchObject({ is_active: false, champion_id: 'Partiu' });
});

test('the picker finds skins as the store does', async () => {
  const skin = skinAt(2);
  const path = `/api/admin/skins?${new URLSearchParams({ q: skin.name })}`;
  const answer = await callRoute(findSkins, { path, context: contextFor(shop.ctx, clerk) });
  const { skins } = (await answer.json()) as { skins: unknown[] };
  expect(skins).toContainEqual({
    championId: skin.championId,
    sku: skin.sku,
    championName: skin.championName,
    num: skin.num,
    name: skin.name,
  });
});
