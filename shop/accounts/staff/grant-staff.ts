import { createHash } from 'node:crypto';
import type { Tx } from '#db/client.server.ts';
import type { StaffRole } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { tidyLine } from '#shop/text/tidy-text.ts';
import { endKeys } from './end-keys.ts';
import { lockOwners } from './lock-owners.ts';
import { roleWord } from './role-word.ts';

export type StaffChange =
  | { ok: true; changed: boolean }
  /**
   * `unproved_email`: whoever holds the password has not proved that the address is theirs.
   * `revoked`: somebody took the rights away, and only staff or a command give them back.
   * `last_owner`: the shop would be without an owner.
   * `own_role`: nobody changes their own role.
   * `not_owner`: whoever asks is no owner, or is none any more.
   */
  | {
      ok: false;
      reason: 'unknown_account' | 'unproved_email' | 'revoked' | 'last_owner' | 'own_role' | 'not_owner';
    };

type Person = { email: string } | { userId: string };

/** Gives a person this role in place of another one or of none. `actorUserId` null: the operator. */
export async function grantStaff(
  ctx: ShopContext,
  person: Person,
  actorUserId: string | null,
  {
    role = 'owner',
    atBoot = false,
  }: {
    role?: StaffRole;
    /** The boot repeats its setting each time, also after somebody changed or took the role. */
    atBoot?: boolean;
  } = {},
): Promise<StaffChange> {
  return changeStaff(ctx, person, { actorUserId, role, action: 'role.granted' }, async (tx, user) => {
    if (user.role === role || (atBoot && user.role !== null)) return { ok: true, changed: false };
    if (atBoot && (await wasRevoked(tx, user.email))) return { ok: false, reason: 'revoked' };
    if (user.role === null && user.address_proved_at === null) return { ok: false, reason: 'unproved_email' };
    await tx.deleteFrom('revoked_staff').where('address_digest', '=', digestOf(user.email)).execute();
    const held = { role, granted_at: ctx.now() };
    await tx
      .insertInto('user_roles')
      .values({ user_id: user.id, ...held })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(held))
      .execute();
    return { ok: true, changed: true };
  });
}

/**
 * Lasts until staff or the operator grant a role. ADMIN_EMAIL alone does not undo it. The operator may say it before there is
 * a role.
 */
export async function revokeStaff(
  ctx: ShopContext,
  person: Person,
  actorUserId: string | null,
): Promise<StaffChange> {
  const asked = { actorUserId, role: null, action: 'role.revoked' } as const;
  return changeStaff(ctx, person, asked, async (tx, user) => {
    if (user.role === null && actorUserId !== null) return { ok: true, changed: false };
    await tx
      .insertInto('revoked_staff')
      .values({ address_digest: digestOf(user.email), revoked_at: ctx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx.deleteFrom('user_roles').where('user_id', '=', user.id).execute();
    await endKeys(ctx, tx, user.id);
    // Nobody else could remove those that are shared.
    await tx.deleteFrom('order_views').where('user_id', '=', user.id).execute();
    return { ok: true, changed: user.role !== null };
  });
}

interface Account {
  id: string;
  email: string;
  address_proved_at: Date | null;
  role: StaffRole | null;
}

/** Two owners who change each other at once: the second one waits for the lock, and then is no owner any more. */
async function changeStaff(
  ctx: ShopContext,
  person: Person,
  asked: { actorUserId: string | null; role: StaffRole | null; action: 'role.granted' | 'role.revoked' },
  change: (tx: Tx, user: Account) => Promise<StaffChange>,
): Promise<StaffChange> {
  const { actorUserId, role, action } = asked;
  return ctx.transaction(async (tx): Promise<StaffChange> => {
    const account = await lockAccount(tx, person);
    const owners = await lockOwners(tx);
    if (actorUserId !== null && !owners.includes(actorUserId)) return { ok: false, reason: 'not_owner' };
    if (!account) return { ok: false, reason: 'unknown_account' };
    if (account.id === actorUserId) return { ok: false, reason: 'own_role' };
    const isLast = owners.length === 1 && owners[0] === account.id;
    if (isLast && role !== 'owner') return { ok: false, reason: 'last_owner' };

    const user = { ...account, role: await readHeldRole(tx, account.id) };
    const result = await change(tx, user);
    if (result.ok && result.changed) {
      const changed = role ?? user.role;
      await recordAudit(ctx, tx, {
        actorUserId,
        action: user.role !== null && role !== null ? 'role.changed' : action,
        subject: { type: 'user', id: user.id },
        details: { role: changed && roleWord(changed) },
      });
      await ctx.publish(tx, { topic: `access:${user.id}`, event: 'changed', data: {} });
    }
    return result;
  });
}

/** The account first, then the owners: the deletion of an account locks in the same order. */
function lockAccount(tx: Tx, person: Person) {
  const account = tx.selectFrom('users').select(['id', 'email', 'address_proved_at']).forUpdate();
  return (
    'email' in person
      ? account.where('email', '=', tidyLine(person.email).toLowerCase())
      : account.where('id', '=', person.userId)
  ).executeTakeFirst();
}

async function readHeldRole(tx: Tx, userId: string): Promise<StaffRole | null> {
  const held = await tx
    .selectFrom('user_roles')
    .select('role')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return held?.role ?? null;
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
