import { createHash } from 'node:crypto';
import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';

export type StaffChange =
  | { ok: true; changed: boolean }
  /**
   * `unproved_email`: the owner of the account has not proved that the address is theirs (threat 54).
   * `revoked`: somebody took the rights away, and only a staff command gives them back.
   */
  | { ok: false; reason: 'unknown_email' | 'unproved_email' | 'revoked' };

/** Only the command line and the boot grant roles, never a request (ruling 16). `actorUserId` null: the operator. */
export async function grantStaff(
  ctx: ShopContext,
  email: string,
  actorUserId: string | null,
  /** The boot repeats its setting each time, also after somebody took the role back. */
  { unlessRevoked = false }: { unlessRevoked?: boolean } = {},
): Promise<StaffChange> {
  return changeStaff(ctx, email, actorUserId, 'role.granted', async (tx, user) => {
    // The person has the role already.
    if (await hasRole(tx, user.id)) return { ok: true, changed: false };
    if (unlessRevoked && (await wasRevoked(tx, user.email))) return { ok: false, reason: 'revoked' };
    if (!user.email_verified) return { ok: false, reason: 'unproved_email' };
    await tx.deleteFrom('revoked_staff').where('address_digest', '=', digestOf(user.email)).execute();
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('user_roles')
      .values({ user_id: user.id, role: 'admin' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return { ok: true, changed: numInsertedOrUpdatedRows > 0n };
  });
}

/** Lasts until somebody grants the role by command. ADMIN_EMAIL alone does not undo it. */
export async function revokeStaff(
  ctx: ShopContext,
  email: string,
  actorUserId: string | null,
): Promise<StaffChange> {
  return changeStaff(ctx, email, actorUserId, 'role.revoked', async (tx, user) => {
    await tx
      .insertInto('revoked_staff')
      .values({ address_digest: digestOf(user.email), revoked_at: ctx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { numDeletedRows } = await tx
      .deleteFrom('user_roles')
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    return { ok: true, changed: numDeletedRows > 0n };
  });
}

interface Account {
  id: string;
  email: string;
  email_verified: boolean;
}

async function changeStaff(
  ctx: ShopContext,
  email: string,
  actorUserId: string | null,
  action: 'role.granted' | 'role.revoked',
  change: (tx: Tx, user: Account) => Promise<StaffChange>,
): Promise<StaffChange> {
  return ctx.transaction(async (tx): Promise<StaffChange> => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email', 'email_verified'])
      .where('email', '=', email.trim().toLowerCase())
      .executeTakeFirst();
    if (!user) return { ok: false, reason: 'unknown_email' };
    const result = await change(tx, user);
    if (result.ok && result.changed) {
      await recordAudit(ctx, tx, { actorUserId, action, subject: { type: 'user', id: user.id } });
      await ctx.publish(tx, { topic: `access:${user.id}`, event: 'changed', data: {} });
    }
    return result;
  });
}

async function hasRole(tx: Tx, userId: string): Promise<boolean> {
  const role = await tx
    .selectFrom('user_roles')
    .select('role')
    .where('user_id', '=', userId)
    .where('role', '=', 'admin')
    .executeTakeFirst();
  return role !== undefined;
}

async function wasRevoked(tx: Tx, email: string): Promise<boolean> {
  const revoked = await tx
    .selectFrom('revoked_staff')
    .select('revoked_at')
    .where('address_digest', '=', digestOf(email))
    .executeTakeFirst();
  return revoked !== undefined;
}

function digestOf(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
}
