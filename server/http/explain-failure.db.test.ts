import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopContext } from '#shop/context.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { explainFailure } from './explain-failure.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

const uncaught = () => new Response('Unexpected Server Error', { status: 500 });
const where = (path: string, method = 'GET') => ({ method, path, requestId: 'request-1' });
/** Its database refuses every connection. */
const cutOff = () =>
  ({
    ...shop.ctx,
    db: new Proxy(shop.ctx.db, {
      get() {
        throw new Error('gone');
      },
    }),
  }) as ShopContext;

test('what was answered is left alone', async () => {
  const answer = new Response('ok');
  expect(await explainFailure(answer, shop.ctx, where('/loja'))).toBe(answer);
});

test('programs get the error body of the contract, whoever is to blame', async () => {
  const bug = await explainFailure(uncaught(), shop.ctx, where('/api/orders'));
  expect([bug.status, await bug.json()]).toMatchObject([
    500,
    { error: { code: 'internal_error', requestId: 'request-1' } },
  ]);
  const away = await explainFailure(uncaught(), cutOff(), where('/api/orders'));
  expect([away.status, await away.json()]).toMatchObject([
    503,
    { error: { code: 'unavailable', message: expect.stringContaining('tente de novo') } },
  ]);
});

test('a method that an address of programs does not have is refused in the same body', async () => {
  const refused = () => new Response('{"message":"Unexpected Server Error"}', { status: 405 });
  const answer = await explainFailure(refused(), shop.ctx, where('/api/me/export', 'POST'));
  expect([answer.status, await answer.json()]).toMatchObject([
    405,
    { error: { code: 'method_not_allowed' } },
  ]);
  const page = await explainFailure(refused(), shop.ctx, where('/loja', 'POST'));
  expect(await page.json()).toEqual({ message: 'Unexpected Server Error' });
});

test('a program reads how many calls it has left', async () => {
  const headers = { 'RateLimit-Remaining': '7' };
  for (const [ctx, status] of [[shop.ctx, 500] as const, [cutOff(), 503] as const]) {
    const answer = await explainFailure(new Response('', { status: 500, headers }), ctx, where('/api/v1/me'));
    expect([answer.status, answer.headers.get('ratelimit-remaining')]).toEqual([status, '7']);
  }
});

// shows: threat 50
test('a page is 503 while the database is away, and a fault of ours otherwise', async () => {
  expect((await explainFailure(uncaught(), shop.ctx, where('/dashboard'))).status).toBe(500);
  const away = await explainFailure(uncaught(), cutOff(), where('/dashboard'));
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
  expect(away.headers.get('refresh')).toBe('5');
  const form = await explainFailure(uncaught(), cutOff(), where('/dashboard/perfil', 'POST'));
  expect([form.status, form.headers.get('refresh')]).toEqual([503, null]);
});
