import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { revokeStaff } from '#shop/accounts/staff/grant-staff.ts';
import { readRole } from '#shop/accounts/staff/read-role.ts';
import { createTestAuth, type TestAuth } from '#test/visitor/auth.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import type { Env } from '../config/env.ts';
import { ensureFirstAdmin } from './first-admin.ts';

let shop: TestContext;
let accounts: TestAuth;
beforeAll(async () => {
  shop = await createTestContext();
  accounts = await createTestAuth(shop);
});
afterAll(() => shop.close());

const boot = (email: string) =>
  ensureFirstAdmin(
    { admin: { email, password: 'segredo-da-equipe' } } as Env,
    { kind: 'postgres' } as never,
    accounts.auth,
    shop.ctx,
  );
const userOf = (email: string) =>
  shop.ctx.db
    .selectFrom('users')
    .select(['id', 'email_verified'])
    .where('email', '=', email)
    .executeTakeFirst();

test('the account that the shop makes itself is staff, and stays it at the next boot', async () => {
  const email = `equipe-${randomUUID()}@exemplo.com`;
  expect(await boot(email)).toEqual({ made: null, warning: null });
  expect(await boot(email)).toEqual({ made: null, warning: null });
  expect(await readRole(shop.ctx, (await userOf(email))!.id)).toBe('owner');
});

// shows: threat 54
test('an account that somebody opened with the address before stops the boot in words, and gets no rights', async () => {
  const { email, userId } = await accounts.register();
  const refused = await boot(email).catch((error: unknown) => error as Error);
  expect((refused as Error).name).toBe('EnvError');
  expect((refused as Error).message).toContain(
    'ADMIN_EMAIL: é o e-mail de uma conta que alguém abriu na loja',
  );
  expect((refused as Error).message).not.toContain(email);
  expect(await readRole(shop.ctx, userId)).toBeNull();
});

// shows: threat 54
test('the way out: a new password by the mailed link proves the address, ends the sessions, and the boot goes on', async () => {
  const stranger = await accounts.register();
  await accounts.call('request-password-reset', { email: stranger.email });
  await shop.settled();
  const mails = (await shop.jobs()).flatMap((job) =>
    job.name === 'mail-account' && job.data.kind === 'reset-password' ? [job.data] : [],
  );
  const token = /reset-password\/([\w-]+)/.exec(
    mails.find(({ to }) => to === stranger.email)?.url ?? '',
  )?.[1];
  const answer = await accounts.call('reset-password', { token, newPassword: 'senha-da-dona' });
  expect(answer.status).toBe(200);
  expect((await userOf(stranger.email))?.email_verified).toBe(true);
  expect(await accounts.sessionOf(stranger)).toBeNull();
  expect(await boot(stranger.email)).toEqual({ made: null, warning: null });
  expect(await readRole(shop.ctx, stranger.userId)).toBe('owner');
});

test('whose rights were revoked gets none back at boot, and the operator reads why', async () => {
  const email = `saiu-${randomUUID()}@exemplo.com`;
  await boot(email);
  await revokeStaff(shop.ctx, { email }, null);
  const { warning } = await boot(email);
  expect(warning).toContain('npm run admin -- grant EMAIL');
  expect(await readRole(shop.ctx, (await userOf(email))!.id)).toBeNull();
});
