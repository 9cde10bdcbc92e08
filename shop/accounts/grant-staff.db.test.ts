import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { grantStaff, revokeStaff } from './grant-staff.ts';
import { isStaff } from './is-staff.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

test('a role is granted and revoked by e-mail, once each, and both are in the audit log', async () => {
  const userId = await shop.createUser();
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
