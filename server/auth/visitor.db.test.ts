import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createMemory } from '#shop/memory.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';

let shop: TestContext;
let app: OpenApp;
let person: { cookie: string; id: string; email: string };
let statements = 0;
let visitors = 0;

beforeAll(async () => {
  shop = await createTestContext();
  // Every statement of the shop and of the auth library passes here.
  const db = shop.ctx.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements++;
      return result;
    },
  });
  shop.ctx.db = db;
  shop.ctx.memory = createMemory(db);
  app = await openApp(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  person = await app.signUp(`visitante-${++visitors}`);
});

const visit = async (path = '/loja') => {
  const answer = await app.ask(path, { headers: { Cookie: person.cookie } });
  return {
    isKnown: (await answer.text()).includes(person.email),
    cookies: answer.headers.getSetCookie(),
  };
};
const change = (expiresInDays: number) =>
  shop.ctx.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() + expiresInDays * 86_400_000) })
    .where('user_id', '=', person.id)
    .execute();

test('session, rights and header of a signed-in visitor cost one statement a page', async () => {
  statements = 0;
  expect(await visit()).toEqual({ isKnown: true, cookies: [] });
  expect(statements).toBe(1);
});

test('a session that is due is renewed, one that has expired is over', async () => {
  await change(20);
  const renewed = await visit();
  expect(renewed.isKnown).toBe(true);
  expect(renewed.cookies.join()).toMatch(/session_token=[^;]+;.*Max-Age=2419200/);
  await change(-1);
  const over = await visit();
  expect(over.isKnown).toBe(false);
  expect(over.cookies.join()).toMatch(/session_token=;.*Max-Age=0/);
});

test('a session that was ended is gone at the next request, and so is a token that somebody changed', async () => {
  const { cookie } = person;
  person.cookie = cookie.replace(/session_token=./, (start) => `${start}x`);
  expect((await visit()).isKnown).toBe(false);
  person.cookie = cookie;
  expect((await visit()).isKnown).toBe(true);
  await shop.ctx.db.deleteFrom('sessions').where('user_id', '=', person.id).execute();
  expect((await visit()).isKnown).toBe(false);
});
