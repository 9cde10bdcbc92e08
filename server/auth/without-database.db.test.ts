import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';

let shop: TestContext;
let app: OpenApp;
let cookie: string;
beforeAll(async () => {
  shop = await createTestContext();
  app = await openApp(shop);
  ({ cookie } = await app.signUp('bruna-sem-banco'));
  await shop.settled();
  // Whatever asks the database from here on is refused.
  await shop.ctx.db.destroy();
});
afterAll(() => shop.close());

const AWAY = 'A loja está sem acesso aos dados';
const origin = { origin: 'http://localhost:3000' };

// shows: threat 83
test.each([
  ['sign-in/email', { email: 'ana@exemplo.com', password: 'segredo1' }],
  ['sign-up/email', { email: 'ana@exemplo.com', password: 'segredo1', name: 'Ana' }],
  ['request-password-reset', { email: 'ana@exemplo.com' }],
  ['get-session', null],
])('without its database /api/auth/%s answers 503 in words', async (path, body) => {
  const sent = body && { method: 'POST', body: JSON.stringify(body) };
  const headers = { ...origin, cookie, 'content-type': 'application/json' };
  const answer = await app.ask(`/api/auth/${path}`, { ...sent, headers });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toMatchObject({
    error: { code: 'unavailable', message: expect.stringContaining(AWAY) as string },
  });
});

// shows: threat 83
test('without its database the sign-in screen says so and keeps what was typed', async () => {
  const body = new URLSearchParams({ email: 'ana@exemplo.com', password: 'segredo1' });
  const answer = await app.ask('/auth', { method: 'POST', body, headers: origin });
  const page = await answer.text();
  expect(answer.status).toBe(503);
  expect(page).toContain(AWAY);
  expect(page).toContain('value="ana@exemplo.com"');
});
