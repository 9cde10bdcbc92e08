import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';
import { findSession } from './find-session.ts';
import { makeStaff } from '#test/make-staff.ts';

let shop: TestContext;
let app: OpenApp;
let person: { cookie: string; id: string; email: string };
let token: string;

beforeAll(async () => {
  shop = await createTestContext();
  app = await openApp(shop);
  person = await app.signUp('bruna');
  token = (
    await shop.ctx.db
      .selectFrom('sessions')
      .select('token')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
  ).token;
});
afterAll(() => shop.close());

test('a token finds the person, their picture and what they may do', async () => {
  const found = await findSession(shop.ctx, token);
  expect(found?.session).toMatchObject({
    user: { id: person.id, email: person.email, name: 'bruna', emailVerified: false },
    avatarKey: null,
    hasSecondFactor: false,
    role: null,
    owesSecondFactor: false,
  });
  await shop.ctx.db
    .updateTable('profiles')
    .set({ avatar_key: 'uploads/retrato' })
    .where('id', '=', person.id)
    .execute();
  await makeStaff(shop, person.email);
  expect((await findSession(shop.ctx, token))?.session).toMatchObject({
    avatarKey: 'uploads/retrato',
    role: 'owner',
  });
  expect(await findSession(shop.ctx, `${token}x`)).toBeNull();
});
