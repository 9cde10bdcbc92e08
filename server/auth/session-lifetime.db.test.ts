import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetExpired } from '#shop/accounts/profile/forget-expired.ts';
import { createTestAuth, type TestAuth } from '#test/visitor/auth.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { makeStaff } from '#test/make-staff.ts';

const DAY_SECONDS = 24 * 3600;
type Jar = Map<string, string>;

let shop: TestContext;
let accounts: TestAuth;
beforeAll(async () => {
  shop = await createTestContext();
  accounts = await createTestAuth(shop);
});
// The library dates a new session by the machine's clock: each test begins there.
let passed = 0;
const passSeconds = (seconds: number) => {
  passed += seconds;
  shop.passSeconds(seconds);
};
beforeEach(async () => {
  passSeconds(-passed);
  for (const table of ['users', 'rate_limits'] as const) await shop.ctx.db.deleteFrom(table).execute();
});
afterAll(() => shop.close());

const isSignedIn = async (jar: Jar) => (await accounts.sessionOf({ jar })) !== null;
const sessions = () => shop.ctx.db.selectFrom('sessions').select('id').execute();

// shows: threat 25
test('a session ends thirty days after its sign-in, however often it was used', async () => {
  const { email, jar } = await accounts.register();
  for (let day = 1; day < 30; day++) {
    passSeconds(DAY_SECONDS);
    expect(await isSignedIn(jar)).toBe(true);
  }
  passSeconds(DAY_SECONDS);
  const old = new Map(jar);
  const asked = await accounts.call('get-session', undefined, { jar });
  expect(await asked.json()).toBeNull();
  // The cookie is taken back, and no call of the library takes it any more.
  expect(jar.size).toBe(0);
  expect(await isSignedIn(old)).toBe(false);
  const words = { currentPassword: 'segredo1', newPassword: 'segredo2' };
  expect((await accounts.call('change-password', words, { jar: old })).status).toBe(401);
  expect(await sessions()).toEqual([]);
  await accounts.call('sign-in/email', { email, password: 'segredo1' }, { jar });
  expect(await sessions()).toHaveLength(1);
});

test("a staff member's session ends after seven", async () => {
  const { email, jar } = await accounts.register();
  const customer = await accounts.register();
  await makeStaff(shop, email);
  passSeconds(7 * DAY_SECONDS - 60);
  expect(await isSignedIn(jar)).toBe(true);
  passSeconds(60);
  expect([await isSignedIn(jar), await isSignedIn(customer.jar)]).toEqual([false, true]);
  expect(await sessions()).toHaveLength(1);
});

// shows: threat 25
test.each<[string, unknown]>([
  ['change-password', { currentPassword: 'segredo1', newPassword: 'outro-segredo-9' }],
  ['verify-password', { password: 'segredo1' }],
  ['update-user', { name: 'Outra Pessoa' }],
  ['list-sessions', undefined],
  ['revoke-other-sessions', {}],
  ['two-factor/enable', { password: 'segredo1' }],
])('a staff session past its seven days is none for %s, asked for directly', async (path, body) => {
  const { email, jar } = await accounts.register();
  const customer = await accounts.register();
  await accounts.confirm(customer);
  await makeStaff(shop, email);
  passSeconds(7 * DAY_SECONDS);
  const answer = await accounts.call(path, body, { jar });
  expect([answer.status, (await answer.text()).includes('token')]).toEqual([401, false]);
  expect(jar.size).toBe(0);
  expect((await accounts.call(path, body, { jar: customer.jar })).status).toBe(200);
  expect(await shop.ctx.db.selectFrom('second_factors').select('user_id').execute()).toHaveLength(
    path === 'two-factor/enable' ? 1 : 0,
  );
});

test('sessions past their end are removed without being met', async () => {
  await accounts.register();
  passSeconds(29 * DAY_SECONDS);
  await forgetExpired(shop.ctx);
  // 28 days without use came first.
  expect(await sessions()).toEqual([]);

  const { jar } = await accounts.register();
  await shop.ctx.db
    .updateTable('sessions')
    .set({
      created_at: new Date(shop.ctx.now().getTime() - 31 * DAY_SECONDS * 1000),
      expires_at: new Date(shop.ctx.now().getTime() + DAY_SECONDS * 1000),
    })
    .execute();
  expect(jar.size).toBe(1);
  await forgetExpired(shop.ctx);
  expect(await sessions()).toEqual([]);
});

test('a staff session past its seven days goes, and no phone hears of the shop by it; a customer stays', async () => {
  const clerk = await accounts.register();
  await accounts.register();
  await makeStaff(shop, clerk.email);
  passSeconds(7 * DAY_SECONDS - 60);
  await forgetExpired(shop.ctx);
  expect(await sessions()).toHaveLength(2);
  passSeconds(120);
  await forgetExpired(shop.ctx);
  expect(await sessions()).toHaveLength(1);
});
