import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { grantStaff, revokeStaff } from './grant-staff.ts';
import { isStaff } from './is-staff.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

async function provedUser(): Promise<string> {
  const userId = await shop.createUser();
  await shop.ctx.db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute();
  return userId;
}

test('whoever opened an account with an address that nobody confirmed becomes no staff, and loses none', async () => {
  const userId = await shop.createUser();
  const email = `${userId}@exemplo.com`;
  expect(await grantStaff(shop.ctx, email, null)).toEqual({ ok: false, reason: 'unproved_email' });
  expect(await isStaff(shop.ctx, userId)).toBe(false);
  await shop.ctx.db.insertInto('user_roles').values({ user_id: userId, role: 'admin' }).execute();
  expect(await grantStaff(shop.ctx, email, null)).toEqual({ ok: true, changed: false });
});

test('a revoke holds at every boot, for the address as well as for the account, until a command lifts it', async () => {
  const userId = await provedUser();
  const email = `${userId}@exemplo.com`;
  const boot = () => grantStaff(shop.ctx, email, null, { unlessRevoked: true });
  expect(await boot()).toEqual({ ok: true, changed: true });
  expect(await boot()).toEqual({ ok: true, changed: false });
  await revokeStaff(shop.ctx, email, null);
  for (let n = 0; n < 2; n++) expect(await boot()).toEqual({ ok: false, reason: 'revoked' });
  await shop.ctx.db.deleteFrom('users').where('id', '=', userId).execute();
  await shop.ctx.db
    .insertInto('users')
    .values({ id: userId, name: 'De Novo', email, email_verified: true, image: null })
    .execute();
  expect(await boot()).toEqual({ ok: false, reason: 'revoked' });
  const kept = await shop.ctx.db.selectFrom('revoked_staff').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(userId);
  expect(await grantStaff(shop.ctx, email, null)).toEqual({ ok: true, changed: true });
  expect(await boot()).toEqual({ ok: true, changed: false });
});

test('a role is granted and revoked by e-mail, once each, and both are in the audit log', async () => {
  const userId = await provedUser();
  const email = ` ${userId}@EXEMPLO.com`;
  expect(await isStaff(shop.ctx, userId)).toBe(false);
  expect(await grantStaff(shop.ctx, email, null)).toEqual({ ok: true, changed: true });
  expect(await grantStaff(shop.ctx, email, null)).toEqual({ ok: true, changed: false });
  expect(await isStaff(shop.ctx, userId)).toBe(true);
  expect(await revokeStaff(shop.ctx, email, null)).toEqual({ ok: true, changed: true });
  expect(await isStaff(shop.ctx, userId)).toBe(false);
  const audit = await shop.ctx.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', userId)
    .orderBy('id')
    .execute();
  expect(audit.map((row) => row.action)).toEqual(['role.granted', 'role.revoked']);
});

test('an e-mail without an account gets no role', async () => {
  expect(await grantStaff(shop.ctx, 'ninguem@exemplo.com', null)).toEqual({
    ok: false,
    reason: 'unknown_email',
  });
});

test('a look-up that fails makes nobody staff and is logged', async () => {
  expect(await isStaff(shop.ctx, 'not a uuid')).toBe(false);
  expect(shop.logLines.at(-1)).toMatchObject({ level: 'error', event: 'Error checking admin status' });
});
