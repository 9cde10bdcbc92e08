import { randomUUID } from 'node:crypto';
import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAuthFailure } from '#app/routes/account/auth-failure.ts';
import { createTestAuth, type TestAuth } from '#test/visitor/auth.ts';
import { createTestContext, type TestContext } from '#test/context.ts';

let shop: TestContext;
let accounts: TestAuth;
beforeAll(async () => {
  shop = await createTestContext();
  accounts = await createTestAuth(shop);
});
afterAll(() => shop.close());

const newEmail = () => `${randomUUID()}@exemplo.com`;
const signUp = (email: string, password: string, jar = new Map<string, string>()) =>
  accounts.call('sign-up/email', { email, password, name: 'Bruna Compradora' }, { jar });
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];

// shows: threat 24
test('nobody signs up with a password that everybody takes, or with their own name', async () => {
  const before = await shop.ctx.db.selectFrom('users').select('id').execute();
  expect(await codeOf(await signUp(newEmail(), 'flamengo10'))).toEqual([422, 'PASSWORD_TOO_COMMON']);
  expect(await codeOf(await signUp(newEmail(), 'Compradora1'))).toEqual([422, 'PASSWORD_TOO_PERSONAL']);
  expect(await codeOf(await signUp('caravela@exemplo.com', 'caravela77'))).toEqual([
    422,
    'PASSWORD_TOO_PERSONAL',
  ]);
  expect(await codeOf(await signUp(newEmail(), 'Fulgor2026'))).toEqual([422, 'PASSWORD_TOO_PERSONAL']);
  expect(await shop.ctx.db.selectFrom('users').select('id').execute()).toHaveLength(before.length);
  // Too short is still said in the words of the specification.
  expect(await codeOf(await signUp(newEmail(), '12345'))).toEqual([400, 'PASSWORD_TOO_SHORT']);
  expect((await signUp(newEmail(), 'segredo1')).status).toBe(200);
});

test('neither does a change or a recovery take one, and the link stays good for another', async () => {
  const [email, jar] = [newEmail(), new Map<string, string>()];
  await signUp(email, 'segredo1', jar);
  const change = (newPassword: string) =>
    accounts.call('change-password', { currentPassword: 'segredo1', newPassword }, { jar });
  expect(await codeOf(await change('senha123'))).toEqual([422, 'PASSWORD_TOO_COMMON']);
  expect(await codeOf(await change('bruna-compradora'))).toEqual([422, 'PASSWORD_TOO_PERSONAL']);

  await accounts.call('request-password-reset', { email });
  await shop.settled();
  const links = (await shop.jobs()).flatMap((job) =>
    job.name === 'mail-account' && job.data.to === email && job.data.kind === 'reset-password'
      ? [job.data.url]
      : [],
  );
  const token = /reset-password\/([^?]+)/.exec(links.at(-1) ?? '')?.[1];
  const reset = (newPassword: string) => accounts.call('reset-password', { newPassword, token });
  expect(await codeOf(await reset('qwerty'))).toEqual([422, 'PASSWORD_TOO_COMMON']);
  expect(await codeOf(await reset('compradora!'))).toEqual([422, 'PASSWORD_TOO_PERSONAL']);
  expect((await reset('segredo2')).status).toBe(200);
});

test('the screen says what is wrong, at the field', async () => {
  const { failure, init } = await readAuthFailure(
    new RouterContextProvider(),
    await signUp(newEmail(), '123456'),
    'Erro ao criar conta',
  );
  expect(failure).toEqual({
    title: 'Erro ao criar conta',
    description: 'Essa senha é muito comum e fácil de adivinhar. Escolha outra.',
    field: 'password',
  });
  expect(init.status).toBe(422);
});
