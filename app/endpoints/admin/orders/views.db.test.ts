import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '#shop/accounts/profile/delete-account.ts';
import { revokeStaff } from '#shop/accounts/staff/grant-staff.ts';
import { MAX_VIEWS } from '#shop/orders/views/save-view.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { callApi, requestApi } from '#test/visitor/call-api.ts';

let shop: TestContext;
let bruna: string;
let caio: string;
beforeAll(async () => {
  shop = await createTestContext();
  bruna = await createClerk(shop, 'support');
  caio = await createClerk(shop, 'delivery');
});
afterAll(() => shop.close());

interface View {
  id: string;
  name: string;
  query: string;
  shared: boolean;
  own: boolean;
}
const save = (userId: string, body: unknown) => requestApi(shop.ctx, userId, 'POST /api/admin/views', body);
const list = async (userId: string): Promise<View[]> =>
  (await callApi(shop.ctx, userId, 'GET /api/admin/views')).body;
const remove = (userId: string, id: string) => requestApi(shop.ctx, userId, `DELETE /api/admin/views/${id}`);

test('a clerk keeps a selection for themselves, or for all staff', async () => {
  const own = await save(bruna, { name: '  Hoje,   a enviar ', query: '?status=pending&from=2026-11-22' });
  expect(own.status).toBe(201);
  const kept = (await own.json()) as View;
  expect(kept).toEqual({
    id: expect.any(String),
    name: 'Hoje, a enviar',
    query: 'status=pending&from=2026-11-22',
    shared: false,
    own: true,
  });
  const shared = (await (
    await save(bruna, { name: 'Atrasados', query: 'late=1', shared: true })
  ).json()) as View;
  expect(await list(bruna)).toEqual([kept, shared]);
  expect(await list(caio)).toEqual([{ ...shared, own: false }]);

  // Saved again, it says something else.
  await save(bruna, { name: 'Hoje, a enviar', query: 'status=pending' });
  expect((await list(bruna)).map(({ name, query }) => [name, query])).toEqual([
    ['Atrasados', 'late=1'],
    ['Hoje, a enviar', 'status=pending'],
  ]);
});

test('only whoever saved a view removes it, and once', async () => {
  const [shared] = (await list(caio)) as [View];
  expect((await remove(caio, shared.id)).status).toBe(404);
  expect((await remove(bruna, 'nope')).status).toBe(404);
  expect((await remove(bruna, shared.id)).status).toBe(204);
  expect((await remove(bruna, shared.id)).status).toBe(404);
  expect(await list(caio)).toEqual([]);
});

test('what the list does not understand, what names a person by number, and a bad name are not kept', async () => {
  const codeOf = async (body: unknown) => (await save(caio, body)).status;
  for (const query of ['', '?', 'cursor=x', 'cpf=52998224725', 'status=nope', 'from=ontem', 'x=1', 'skin=x'])
    expect(await codeOf({ name: 'X', query, shared: false }), query).toBe(422);
  for (const name of ['', '   ', 'x'.repeat(41)])
    expect(await codeOf({ name, query: 'late=1', shared: false }), name).toBe(422);
  for (const body of [{}, { name: 1, query: 'late=1' }, { name: 'X', query: 'late=1', shared: 'sim' }])
    expect(await codeOf(body)).toBe(400);
  expect(await list(caio)).toEqual([]);
});

test('a clerk keeps so many and no more', async () => {
  const saved = await Promise.all(
    Array.from({ length: MAX_VIEWS + 2 }, (_, n) => save(caio, { name: `Visão ${n}`, query: 'late=1' })),
  );
  expect(saved.filter(({ status }) => status === 201)).toHaveLength(MAX_VIEWS);
  expect(saved.filter(({ status }) => status === 409)).toHaveLength(2);
});

test('views go with the role of whoever saved them', async () => {
  const former = await createClerk(shop, 'support');
  await save(former, { name: 'Deixada', query: 'late=1', shared: true });
  expect((await list(caio)).map(({ name }) => name)).toContain('Deixada');
  await revokeStaff(shop.ctx, { userId: former }, null);
  expect((await list(caio)).map(({ name }) => name)).not.toContain('Deixada');
});

test('views go with the account of whoever saved them', async () => {
  await save(bruna, { name: 'De todos', query: 'late=1', shared: true });
  expect((await list(caio)).some(({ own }) => !own)).toBe(true);
  await deleteAccount(shop.ctx, bruna);
  expect((await list(caio)).some(({ own }) => !own)).toBe(false);
});
