import { sql } from 'kysely';
import type { StaffRole } from '#shop/accounts/staff/rights.ts';
import { readStaffAccess } from '#shop/accounts/staff/read-staff-access.ts';
import type { ShopContext } from '#shop/context.ts';
import { digestKey } from './api-key.ts';
import { isWithin } from './change-keys.ts';

export const CALLS_A_MINUTE = 120;

/** Who calls with a key. */
export interface Program {
  keyId: string;
  name: string;
  scopes: string[];
  expiresAt: Date | null;
  userId: string;
  /** Of its maker, now. */
  role: StaffRole;
  /** Calls of this minute, this one counted, and when the next minute begins. */
  calls: number;
  resetsInSeconds: number;
}

/**
 * Reads a key, counts the call and notes that it was used, in one statement. null: there is no such key, it has ended, its
 * maker has no role any more, or it may not be used from this address.
 */
export async function openKey(ctx: ShopContext, token: string, address: string): Promise<Program | null> {
  const digest = digestKey(token);
  if (digest === null) return null;
  const now = ctx.now();
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  const known = await ctx.db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.created_by')
    .select(['api_keys.id', 'addresses', 'created_by', 'expires_at', 'second_factor_enabled'])
    .where('digest', '=', digest)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!known || (known.expires_at && known.expires_at <= now)) return null;
  if (known.addresses && !isWithin(address, known.addresses)) return null;
  // Whoever owes a second factor has no rights before it is there.
  const { role } = await readStaffAccess(ctx, {
    userId: known.created_by,
    hasSecondFactor: known.second_factor_enabled,
  });
  if (role === null) return null;
  const key = await ctx.db
    .updateTable('api_keys')
    .set({
      calls: sql<number>`case when minute = ${minute} then calls + 1 else 1 end`,
      minute,
      last_used_at: now,
    })
    .where('id', '=', known.id)
    .where('ended_at', 'is', null)
    .returning(['name', 'scopes', 'calls'])
    .executeTakeFirst();
  return (
    (key && {
      keyId: known.id,
      name: key.name,
      scopes: key.scopes,
      expiresAt: known.expires_at,
      userId: known.created_by,
      role,
      calls: key.calls,
      resetsInSeconds: Math.ceil((minute.getTime() + 60_000 - now.getTime()) / 1000),
    }) ??
    null
  );
}
