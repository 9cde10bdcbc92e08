import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffRole } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { recheckSessions } from './recheck-sessions.ts';
import { CUSTOMER_SESSION_MS, isPastItsEnd, STAFF_SESSION_MS } from './session-lifetime.ts';
import { staffAccess } from '../staff/staff-access.ts';

let shop: TestContext;
let still: ShopContext;
beforeAll(async () => {
  shop = await createTestContext();
  const now = shop.ctx.now();
  still = { ...shop.ctx, now: () => now };
});
afterAll(() => shop.close());

async function signedIn(person: {
  role: StaffRole | null;
  hasSecondFactor: boolean;
  ageMs: number;
  leftMs: number;
}) {
  const { db } = shop.ctx;
  const userId = await shop.createUser();
  await db
    .updateTable('users')
    .set({ second_factor_enabled: person.hasSecondFactor })
    .where('id', '=', userId)
    .execute();
  if (person.role) {
    const held = { user_id: userId, role: person.role };
    await db.insertInto('user_roles').values(held).execute();
  }
  const id = randomUUID();
  const now = still.now().getTime();
  const [created_at, expires_at] = [new Date(now - person.ageMs), new Date(now + person.leftMs)];
  await db
    .insertInto('sessions')
    .values({ id, user_id: userId, token: id, created_at, expires_at, ip_address: null, user_agent: null })
    .execute();
  return { id, userId };
}

test('what is answered is what differs from what was believed, whoever it is', async () => {
  const isOr = [false, true];
  const roles = [null, 'owner', 'delivery'] as const;
  const ages = [0, STAFF_SESSION_MS - 60_000, STAFF_SESSION_MS, CUSTOMER_SESSION_MS];
  for (const requireStaffSecondFactor of isOr) {
    const ctx = { ...still, settings: { ...still.settings, requireStaffSecondFactor } };
    const sessions = [];
    for (const role of roles)
      for (const hasSecondFactor of isOr)
        for (const ageMs of ages)
          for (const leftMs of [-1_000, 3_600_000]) {
            const person = { role, hasSecondFactor, ageMs, leftMs };
            sessions.push({ ...person, ...(await signedIn(person)) });
          }
    for (const believed of roles) {
      const changed = await recheckSessions(
        ctx,
        sessions.map(({ id }) => ({ sessionId: id, role: believed })),
      );
      for (const session of sessions) {
        const createdAt = new Date(still.now().getTime() - session.ageMs);
        const isOver = session.leftMs < 0 || isPastItsEnd({ createdAt }, still.now(), session.role !== null);
        const { role } = staffAccess(ctx, session);
        const now = isOver ? null : { userId: session.userId, role };
        const label = JSON.stringify({ ...session, believed, requireStaffSecondFactor });
        expect(changed.has(session.id), label).toBe(isOver || role !== believed);
        if (changed.has(session.id)) expect(changed.get(session.id), label).toEqual(now);
      }
    }
  }
});

test('a session that is gone has ended, and one that lives is noted as seen', async () => {
  const { id } = await signedIn({ role: null, hasSecondFactor: false, ageMs: 0, leftMs: 3_600_000 });
  const seenAt = () =>
    shop.ctx.db
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
      .then(({ last_seen_at }) => last_seen_at.getTime());
  await shop.ctx.db
    .updateTable('sessions')
    .set({ last_seen_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  const gone = randomUUID();
  const known = [id, gone].map((sessionId) => ({ sessionId, role: null }));
  expect([...(await recheckSessions(still, known))]).toEqual([[gone, null]]);
  expect(await seenAt()).toBe(still.now().getTime());
});
