import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createAuth } from './auth.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

async function signUpAt(appUrl: string): Promise<{ cookie: string; session: unknown }> {
  const auth = createAuth({ appUrl, authSecret: 's'.repeat(32) }, { db: shop.ctx.db }, shop.ctx);
  const call = (path: string, init: RequestInit) =>
    auth.handler(new Request(`${appUrl}/api/auth/${path}`, init));
  const headers = { origin: appUrl, 'content-type': 'application/json' };
  const email = `ana-${new URL(appUrl).protocol.length}@exemplo.com`;
  const answer = await call('sign-up/email', {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: 'segredo1', name: 'Ana' }),
  });
  const [cookie = ''] = answer.headers.getSetCookie();
  const session = await call('get-session', { headers: { cookie: cookie.split(';')[0] ?? '' } });
  return { cookie, session: await session.json() };
}

// shows: threat 25
test('behind a certificate the session cookie belongs to this host alone, and is read again', async () => {
  const { cookie, session } = await signUpAt('https://loja.exemplo.com');
  expect(cookie).toMatch(/^__Host-fulgor\.session_token=/);
  expect(cookie).toMatch(/; Path=\/;/);
  expect(cookie).toMatch(/; HttpOnly/);
  expect(cookie).toMatch(/; Secure/);
  expect(cookie).not.toMatch(/Domain=/i);
  expect(session).toMatchObject({ user: { name: 'Ana' } });
});

test('without one, a browser must still keep it', async () => {
  const { cookie, session } = await signUpAt('http://localhost:3000');
  expect(cookie).toMatch(/^fulgor\.session_token=/);
  expect(cookie).not.toMatch(/Secure/);
  expect(session).toMatchObject({ user: { name: 'Ana' } });
});

test('the shop has every table and column that the library wants, so no start has to look', async () => {
  const { options } = createAuth(
    { appUrl: 'http://localhost:3000', authSecret: 's'.repeat(32) },
    { db: shop.ctx.db },
    shop.ctx,
  );
  const { toBeCreated, toBeAdded } = await getMigrations(options, { throwOnUnsafe: false });
  expect(toBeCreated.map(({ table }) => table)).toEqual([]);
  expect(toBeAdded.map(({ table, fields }) => [table, Object.keys(fields)])).toEqual([]);
});
