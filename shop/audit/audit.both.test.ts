import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { auditSubject } from '#app/routes/admin/audit/audit-words.ts';
import { AUDIT_PAGE, listAudit } from './list-audit.ts';
import { recordAudit } from './record-audit.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

const write = (actorUserId: string | null, id: string) =>
  shop.ctx.transaction((tx) =>
    recordAudit(shop.ctx, tx, { actorUserId, action: 'message.done', subject: { type: 'message', id } }),
  );

test('the database refuses to change, remove or empty the log, whoever asks', async () => {
  const { db } = shop.ctx;
  await write(null, 'm-1');
  for (const statement of [
    sql`update audit_log set action = 'nothing'`,
    sql`update audit_log set actor_user_id = null where id = 1`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
    sql`truncate audit_log cascade`,
  ]) {
    await expect(statement.execute(db)).rejects.toThrow(/audit_log only grows/);
  }
  expect((await listAudit(shop.ctx, { cursor: null })).entries).toMatchObject([{ action: 'message.done' }]);
});

test('an entry stands or falls with what it tells of', async () => {
  await expect(
    shop.ctx.transaction(async (tx) => {
      await recordAudit(shop.ctx, tx, {
        actorUserId: null,
        action: 'message.done',
        subject: { type: 'message', id: 'm-fallen' },
      });
      throw new Error('the rest failed');
    }),
  ).rejects.toThrow('the rest failed');
  expect((await listAudit(shop.ctx, { cursor: null, subjectId: 'm-fallen' })).entries).toEqual([]);
});

test('pages are newest first, without gap or repetition, and name who did it while they are here', async () => {
  const clerk = await shop.createUser('Clara da Equipe');
  for (let n = 0; n < AUDIT_PAGE + 3; n++) await write(clerk, `p-${n}`);
  const first = await listAudit(shop.ctx, { cursor: null });
  const second = await listAudit(shop.ctx, { cursor: first.nextCursor });
  const ids = [...first.entries, ...second.entries].map((line) => line.subjectId);
  expect(first.entries).toHaveLength(AUDIT_PAGE);
  expect(ids.slice(0, AUDIT_PAGE + 3)).toEqual(
    Array.from({ length: AUDIT_PAGE + 3 }, (_, n) => `p-${AUDIT_PAGE + 2 - n}`),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(second.nextCursor).toBeNull();
  expect(first.entries[0]).toMatchObject({ actorName: 'Clara da Equipe', actorId: clerk });
  await shop.ctx.db.deleteFrom('users').where('id', '=', clerk).execute();
  const [newest] = (await listAudit(shop.ctx, { cursor: null })).entries;
  expect(newest).toMatchObject({ actorName: null, actorId: clerk });
  expect((await listAudit(shop.ctx, { cursor: "1' or 1=1" })).entries).toHaveLength(AUDIT_PAGE);
});

test('who it was done to has a name while they are here, and no number', async () => {
  const [clerk, other] = [await shop.createUser('Clara da Equipe'), await shop.createUser('Olga')];
  await shop.ctx.transaction((tx) =>
    recordAudit(shop.ctx, tx, {
      actorUserId: clerk,
      action: 'role.granted',
      subject: { type: 'user', id: other },
      details: { role: 'entrega' },
    }),
  );
  const newest = async () => (await listAudit(shop.ctx, { cursor: null })).entries[0]!;
  expect(auditSubject(await newest())).toBe('Conta de Olga');
  await shop.ctx.db.deleteFrom('users').where('id', '=', other).execute();
  expect(auditSubject(await newest())).toBe('Conta excluída');
});
