import { afterAll, beforeAll, expect, test } from 'vitest';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import { changeDisplayName } from '#shop/accounts/profile/change-display-name.ts';
import { revokeSkins } from '#shop/collection/revoke-skins.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { makeStaff } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, skinsOf } from '#test/purchases.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';

type Person = Awaited<ReturnType<OpenApp['signUp']>>;

let shop: TestContext;
let app: OpenApp;
let author: Person & { orderId: string };
let stranger: Person;
let clerk: Person;
let path: string;
let page: string;

beforeAll(async () => {
  shop = await createTestContext();
  app = await openApp(shop);
  const [signedUp, ...others] = await Promise.all(['autora', 'curiosa', 'equipe'].map(app.signUp));
  [stranger, clerk] = others as [Person, Person];
  await makeStaff(shop, clerk.email, 'support');
  await changeDisplayName(shop.ctx, { userId: signedUp!.id, name: 'Marina Canário Sobrenome' });
  const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [0]), signedUp!.id);
  author = { ...signedUp!, orderId };
  const [skin] = skinsOf(shop.ctx, 0);
  path = `/api/reviews/${skin!.championId}/${skin!.skinNum}`;
  page = skinPath(skin!);
});
afterAll(() => shop.close());

async function ask(
  who: Person | null,
  method: string,
  address: string,
  body?: unknown,
): Promise<{ status: number; body: any; headers: Headers }> {
  const answer = await app.ask(address, {
    method,
    headers: {
      Origin: app.url,
      'content-type': 'application/json',
      ...(who && { Cookie: who.cookie }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers };
}
const readPage = async () => (await app.ask(page)).text();

test('an owner writes, changes and deletes; everybody else is refused in the words of the contract', async () => {
  expect(await ask(null, 'GET', path)).toMatchObject({
    status: 200,
    body: { average: null, count: 0, reviews: [] },
  });
  expect((await ask(null, 'PUT', path, { stars: 5, text: '' })).status).toBe(401);
  expect((await ask(null, 'DELETE', path)).status).toBe(401);
  expect(await ask(stranger, 'PUT', path, { stars: 5, text: '' })).toMatchObject({
    status: 422,
    body: { error: { code: 'not_owned' } },
  });
  for (const body of [{}, { stars: '5', text: '' }, { stars: 5, text: 7 }, []]) {
    expect((await ask(author, 'PUT', path, body)).status).toBe(400);
  }
  for (const [body, field] of [
    [{ stars: 6, text: '' }, 'stars'],
    [{ stars: 5, text: 'a'.repeat(501) }, 'text'],
  ] as const) {
    expect(await ask(author, 'PUT', path, body)).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid', fields: { [field]: expect.any(String) } } },
    });
  }
  const saved = await ask(author, 'PUT', path, { stars: 4, text: 'Efeitos lindos.' });
  const review = { stars: 4, text: 'Efeitos lindos.', name: 'Marina', created_at: expect.any(String) };
  expect(saved).toMatchObject({ status: 200, body: { ...review, hidden_reason: null } });
  expect((await ask(stranger, 'GET', path)).body).toEqual({ average: 4, count: 1, reviews: [review] });
  expect((await ask(stranger, 'DELETE', path)).status).toBe(404);
  expect((await ask(author, 'DELETE', path)).status).toBe(204);
  for (const unknown of ['/api/reviews/Ninguem/1', '/api/reviews/Ahri/x', '/api/reviews/..%2f/1']) {
    expect((await ask(author, 'GET', unknown)).status).toBe(404);
    expect((await ask(author, 'PUT', unknown, { stars: 5, text: '' })).status).toBe(404);
  }
  expect((await ask(author, 'GET', `${path}?cursor=x`)).status).toBe(400);
});

test('nobody reads of an author more than the first word of the name: not in HTML, not in data, not in JSON', async () => {
  await ask(author, 'PUT', path, { stars: 5, text: 'Perfeita.' });
  const row = await shop.ctx.db
    .selectFrom('reviews')
    .select(['id', 'user_id'])
    .where('user_id', '=', author.id)
    .executeTakeFirstOrThrow();
  const answers = await Promise.all(
    [null, stranger].flatMap((who) =>
      [page, `${page}?paginas=2`, `${page}.data`, path].map(async (address) => {
        const answer = await app.ask(address, { headers: who ? { Cookie: who.cookie } : {} });
        return { address, status: answer.status, text: await answer.text() };
      }),
    ),
  );
  for (const { address, status, text } of answers) {
    expect([address, status]).toEqual([address, 200]);
    expect(text, address).toContain('Perfeita.');
    expect(text, address).toContain('Marina');
    for (const secret of [
      row.id,
      row.user_id,
      author.email,
      author.orderId,
      'Canário',
      'Sobrenome',
      'autora',
    ]) {
      expect(text.includes(secret), `${address}: ${secret}`).toBe(false);
    }
  }
});

test('the cached page of a skin shows each change at once, on whatever way it came', async () => {
  await ask(author, 'PUT', path, { stars: 3, text: 'Primeira versão.' });
  await expect.poll(readPage).toContain('Primeira versão.');
  await ask(author, 'PUT', path, { stars: 3, text: 'Segunda versão.' });
  await expect.poll(readPage).toContain('Segunda versão.');

  const { id } = await shop.ctx.db
    .selectFrom('reviews')
    .select('id')
    .where('user_id', '=', author.id)
    .executeTakeFirstOrThrow();
  const hide = `/api/admin/reviews/${id}/hide`;
  for (const [who, status] of [
    [null, 401],
    [author, 403],
    [stranger, 403],
  ] as const) {
    expect((await ask(who, 'POST', hide, { reason: 'Ofensa' })).status).toBe(status);
    expect((await ask(who, 'POST', `/api/admin/reviews/${id}/show`)).status).toBe(status);
  }
  expect((await ask(clerk, 'POST', hide, { reason: '' })).status).toBe(422);
  expect((await ask(clerk, 'POST', hide, {})).status).toBe(400);
  expect((await ask(clerk, 'POST', '/api/admin/reviews/x/hide', { reason: 'Ofensa' })).status).toBe(404);
  expect((await ask(clerk, 'POST', hide, { reason: 'Contém ofensas' })).status).toBe(204);
  expect((await ask(clerk, 'POST', hide, { reason: 'Contém ofensas' })).status).toBe(409);
  await expect.poll(readPage).not.toContain('Segunda versão.');
  expect((await ask(null, 'GET', path)).body).toMatchObject({ count: 0, reviews: [] });
  const own = await app.ask(page, { headers: { Cookie: author.cookie } });
  const html = await own.text();
  expect(html).toContain('Contém ofensas');
  expect(html).toContain('Segunda versão.');
  expect((await ask(stranger, 'GET', page)).body).not.toContain('Contém ofensas');
  expect((await ask(clerk, 'POST', `/api/admin/reviews/${id}/show`)).status).toBe(204);
  await expect.poll(readPage).toContain('Segunda versão.');

  const order = { id: author.orderId };
  await shop.ctx.transaction((tx) => revokeSkins(tx, order, shop.ctx.now()));
  await expect.poll(readPage).not.toContain('Segunda versão.');
});
