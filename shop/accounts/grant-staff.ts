import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';

export type StaffChange = { ok: true; changed: boolean } | { ok: false; reason: 'unknown_email' };

/** Roles are given from the command line or at boot, never by a request (ruling 16). `actorUserId` null: the operator. */
export async function grantStaff(
  ctx: ShopContext,
  email: string,
  actorUserId: string | null,
): Promise<StaffChange> {
  return changeStaff(ctx, email, actorUserId, 'role.granted');
}

export async function revokeStaff(
  ctx: ShopContext,
  email: string,
  actorUserId: string | null,
): Promise<StaffChange> {
  return changeStaff(ctx, email, actorUserId, 'role.revoked');
}

async function changeStaff(
  ctx: ShopContext,
  email: string,
  actorUserId: string | null,
  action: 'role.granted' | 'role.revoked',
): Promise<StaffChange> {
  return ctx.transaction(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email.trim().toLowerCase())
      .executeTakeFirst();
    if (!user) return { ok: false, reason: 'unknown_email' };
    const changed =
      action === 'role.granted'
        ? await tx
            .insertInto('user_roles')
            .values({ user_id: user.id, role: 'admin' })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
            .then((result) => (result.numInsertedOrUpdatedRows ?? 0n) > 0n)
        : await tx
            .deleteFrom('user_roles')
            .where('user_id', '=', user.id)
            .executeTakeFirst()
            .then((result) => result.numDeletedRows > 0n);
    if (changed) {
      await recordAudit(ctx, tx, { actorUserId, action, subject: { type: 'user', id: user.id } });
      await ctx.publish(tx, { topic: `access:${user.id}`, event: 'changed', data: {} });
    }
    return { ok: true, changed };
  });
}
