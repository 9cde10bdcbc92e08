import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestAuth, type TestAuth } from '#test/auth.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { readKnownSession } from './read-known-session.ts';

let shop: TestContext;
let accounts: TestAuth;
beforeAll(async () => {
  shop = await createTestContext();
  accounts = await createTestAuth(shop);
});
afterAll(() => shop.close());

const NAME = 'fulgor.session_token';
let people = 0;

async function register() {
  const jar = new Map<string, string>();
  const email = `pessoa-${++people}@exemplo.com`;
  const answer = await accounts.call(
    'sign-up/email',
    { email, password: 'segredo-1', name: 'Pessoa' },
    { jar },
  );
  const { user } = (await answer.json()) as { user: { id: string } };
  return { userId: user.id, email, cookie: jar.get(NAME) ?? '' };
}

const read = (cookies: string, secret = 's'.repeat(32)) =>
  readKnownSession(shop.ctx, { cookieName: NAME, secret, cookies });

test("the library's own cookie opens the session it stands for", async () => {
  const person = await register();
  expect(await read(`a=b; ${NAME}=${person.cookie}; c=d`)).toMatchObject({
    user: { id: person.userId, email: person.email, name: 'Pessoa', emailVerified: false },
    hasSecondFactor: false,
    isStaff: false,
    owesSecondFactor: false,
  });
});

test('a cookie with any other signature opens nothing', async () => {
  const { cookie } = await register();
  const [token = '', signature = ''] = decodeURIComponent(cookie).split('.');
  const other = decodeURIComponent((await register()).cookie).split('.')[1] ?? '';
  for (const forged of [
    token,
    `${token}.`,
    `${token}.${other}`,
    `${token}.${signature.slice(0, -1)}`,
    `${token}.${signature}=`,
    `${token}x.${signature}`,
    `.${signature}`,
    `${token}.${'A'.repeat(43)}=`,
    '%E0%A4%A',
  ]) {
    expect(await read(`${NAME}=${encodeURIComponent(forged)}`)).toBeNull();
  }
  expect(await read(`${NAME}=%E0%A4%A`)).toBeNull();
  expect(await read(`${NAME}=${cookie}`, 't'.repeat(32))).toBeNull();
  expect(await read(`${NAME}=${cookie}; ${NAME}=${cookie}`)).toBeNull();
  expect(await read(`x${NAME}=${cookie}`)).toBeNull();
  expect(await read(`${NAME}=${cookie}`)).not.toBeNull();
});

test('what is over, ended, or due to be prolonged is left to the library', async () => {
  const person = await register();
  const cookies = `${NAME}=${person.cookie}`;
  const expireIn = (hours: number) =>
    shop.ctx.db
      .updateTable('sessions')
      .set({ expires_at: new Date(shop.ctx.now().getTime() + hours * 3_600_000) })
      .where('user_id', '=', person.userId)
      .execute();
  await expireIn(27 * 24 + 1);
  expect(await read(cookies)).not.toBeNull();
  await expireIn(27 * 24 - 1);
  expect(await read(cookies)).toBeNull();
  await expireIn(-1);
  expect(await read(cookies)).toBeNull();
  await expireIn(28 * 24);
  await shop.ctx.db.deleteFrom('sessions').where('user_id', '=', person.userId).execute();
  expect(await read(cookies)).toBeNull();
});

test('staff by role owe a second factor where the operator asks for one', async () => {
  const person = await register();
  const cookies = `${NAME}=${person.cookie}`;
  await shop.ctx.db.insertInto('user_roles').values({ user_id: person.userId, role: 'admin' }).execute();
  expect(await read(cookies)).toMatchObject({ isStaff: true, owesSecondFactor: false });
  const strict = { ...shop.ctx, settings: { ...shop.ctx.settings, requireStaffSecondFactor: true } };
  const readStrictly = () => readKnownSession(strict, { cookieName: NAME, secret: 's'.repeat(32), cookies });
  expect(await readStrictly()).toMatchObject({ isStaff: false, owesSecondFactor: true });
  await shop.ctx.db
    .updateTable('users')
    .set({ second_factor_enabled: true })
    .where('id', '=', person.userId)
    .execute();
  expect(await readStrictly()).toMatchObject({
    isStaff: true,
    owesSecondFactor: false,
    hasSecondFactor: true,
  });
});
