import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { grantStaff, revokeStaff } from './grant-staff.ts';
import { listStaff } from './list-staff.ts';
import { readRole } from './read-role.ts';

let shop: TestContext;
let owner: string;
beforeAll(async () => {
  shop = await createTestContext();
  owner = await createClerk(shop);
});
afterAll(() => shop.close());

async function provedUser(): Promise<string> {
  const userId = await shop.createUser();
  const proved = { address_proved_at: shop.ctx.now() };
  await shop.ctx.db.updateTable('users').set(proved).where('id', '=', userId).execute();
  return userId;
}

const emailOf = (userId: string) => ({ email: `${userId}@exemplo.com` });

test('whoever opened an account with an address that nobody confirmed becomes no staff, and loses none', async () => {
  const userId = await shop.createUser();
  const refused = { ok: false, reason: 'unproved_email' };
  expect(await grantStaff(shop.ctx, emailOf(userId), null)).toEqual(refused);
  expect(await grantStaff(shop.ctx, emailOf(userId), owner, { role: 'delivery' })).toEqual(refused);
  expect(await readRole(shop.ctx, userId)).toBeNull();
  await shop.ctx.db.insertInto('user_roles').values({ user_id: userId, role: 'owner' }).execute();
  expect(await grantStaff(shop.ctx, emailOf(userId), null)).toEqual({ ok: true, changed: false });
  expect(await grantStaff(shop.ctx, emailOf(userId), owner, { role: 'delivery' })).toEqual({
    ok: true,
    changed: true,
  });
});

// shows: threat 54
test('a revoke holds at every boot, for the address as well as for the account, until a command lifts it', async () => {
  const userId = await provedUser();
  const boot = () => grantStaff(shop.ctx, emailOf(userId), null, { atBoot: true });
  expect(await boot()).toEqual({ ok: true, changed: true });
  expect(await boot()).toEqual({ ok: true, changed: false });
  await revokeStaff(shop.ctx, emailOf(userId), null);
  for (let n = 0; n < 2; n++) expect(await boot()).toEqual({ ok: false, reason: 'revoked' });
  await shop.ctx.db.deleteFrom('users').where('id', '=', userId).execute();
  await shop.ctx.db
    .insertInto('users')
    .values({
      id: userId,
      name: 'De Novo',
      ...emailOf(userId),
      address_proved_at: shop.ctx.now(),
      image: null,
    })
    .execute();
  expect(await boot()).toEqual({ ok: false, reason: 'revoked' });
  const kept = await shop.ctx.db.selectFrom('revoked_staff').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(userId);
  expect(await grantStaff(shop.ctx, emailOf(userId), null)).toEqual({ ok: true, changed: true });
  expect(await boot()).toEqual({ ok: true, changed: false });
});

test('a boot leaves the role that somebody was given since', async () => {
  const userId = await provedUser();
  await grantStaff(shop.ctx, emailOf(userId), owner, { role: 'finance' });
  expect(await grantStaff(shop.ctx, emailOf(userId), null, { atBoot: true })).toEqual({
    ok: true,
    changed: false,
  });
  expect(await readRole(shop.ctx, userId)).toBe('finance');
});

test('a role is granted, changed and revoked, once each, and the audit log has all three', async () => {
  const userId = await provedUser();
  const person = { email: ` ${userId}@EXEMPLO.com` };
  const grant = (role: 'delivery' | 'support') => grantStaff(shop.ctx, person, owner, { role });
  expect(await readRole(shop.ctx, userId)).toBeNull();
  expect(await grant('delivery')).toEqual({ ok: true, changed: true });
  expect(await grant('delivery')).toEqual({ ok: true, changed: false });
  expect(await grant('support')).toEqual({ ok: true, changed: true });
  expect(await readRole(shop.ctx, userId)).toBe('support');
  expect(await listStaff(shop.ctx)).toContainEqual(
    expect.objectContaining({ id: userId, role: 'support', hasSecondFactor: false }),
  );
  expect(await revokeStaff(shop.ctx, { userId }, owner)).toEqual({ ok: true, changed: true });
  expect(await revokeStaff(shop.ctx, { userId }, owner)).toEqual({ ok: true, changed: false });
  expect(await readRole(shop.ctx, userId)).toBeNull();
  const audit = await shop.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'details', 'actor_user_id as by'])
    .where('subject_id', '=', userId)
    .orderBy('id')
    .execute();
  expect(audit).toEqual([
    { action: 'role.granted', details: { role: 'entrega' }, by: owner },
    { action: 'role.changed', details: { role: 'atendimento' }, by: owner },
    { action: 'role.revoked', details: { role: 'atendimento' }, by: owner },
  ]);
});

test('an owner who removes somebody without a role leaves nothing behind', async () => {
  const kept = () => shop.ctx.db.selectFrom('revoked_staff').selectAll().execute();
  const [userId, before] = [await provedUser(), await kept()];
  expect(await revokeStaff(shop.ctx, { userId }, owner)).toEqual({ ok: true, changed: false });
  expect(await kept()).toEqual(before);
  // The operator may say it before the boot gives the role.
  await revokeStaff(shop.ctx, { userId }, null);
  const boot = await grantStaff(shop.ctx, { userId }, null, { atBoot: true });
  expect(boot).toEqual({ ok: false, reason: 'revoked' });
});

test('nobody changes their own role, and who is no owner changes none', async () => {
  const clerk = await createClerk(shop, 'finance');
  const own = { ok: false, reason: 'own_role' };
  expect(await grantStaff(shop.ctx, { userId: owner }, owner, { role: 'delivery' })).toEqual(own);
  expect(await revokeStaff(shop.ctx, { userId: owner }, owner)).toEqual(own);
  const refused = { ok: false, reason: 'not_owner' };
  expect(await grantStaff(shop.ctx, { userId: clerk }, clerk)).toEqual(refused);
  expect(await grantStaff(shop.ctx, { userId: owner }, clerk, { role: 'delivery' })).toEqual(refused);
  expect(await revokeStaff(shop.ctx, { userId: owner }, clerk)).toEqual(refused);
  expect(await readRole(shop.ctx, owner)).toBe('owner');
});

test('the last owner stays, whoever asks; of two who remove each other at once one stays', async () => {
  const alone = await createTestContext();
  try {
    for (let round = 0; round < 5; round++) {
      const [first, second] = [await createClerk(alone), await createClerk(alone)];
      await alone.ctx.db.deleteFrom('user_roles').where('user_id', 'not in', [first, second]).execute();
      const answers = await Promise.all([
        revokeStaff(alone.ctx, { userId: first }, second),
        round % 2 === 0
          ? revokeStaff(alone.ctx, { userId: second }, first)
          : grantStaff(alone.ctx, { userId: second }, first, { role: 'delivery' }),
      ]);
      expect(answers).toContainEqual({ ok: true, changed: true });
      expect(answers).toContainEqual({ ok: false, reason: 'not_owner' });
      const owners = (await listStaff(alone.ctx)).filter(({ role }) => role === 'owner');
      expect(owners).toHaveLength(1);
      const last = { userId: owners[0]!.id };
      const refused = { ok: false, reason: 'last_owner' };
      expect(await revokeStaff(alone.ctx, last, null)).toEqual(refused);
      expect(await grantStaff(alone.ctx, last, null, { role: 'delivery' })).toEqual(refused);
    }
  } finally {
    await alone.close();
  }
});

test('an e-mail without an account gets no role', async () => {
  expect(await grantStaff(shop.ctx, { email: 'ninguem@exemplo.com' }, null)).toEqual({
    ok: false,
    reason: 'unknown_account',
  });
});

// shows: spec 3.4, spec 6.3, spec 8.3
test('a look-up that fails makes nobody staff and is logged', async () => {
  expect(await readRole(shop.ctx, 'not a uuid')).toBeNull();
  expect(shop.logLines.at(-1)).toMatchObject({ level: 'error', event: 'Error checking admin status' });
});
