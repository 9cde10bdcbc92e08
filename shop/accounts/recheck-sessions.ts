import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { staffAccess } from './staff-access.ts';
import { SEEN_EVERY_MS } from './note-session-seen.ts';
import { isPastItsEnd } from './session-lifetime.ts';

export interface SessionAccess {
  userId: string;
  isStaff: boolean;
}

/** What sessions that were opened earlier may do now, all in one statement; one that ended is not in the answer. */
export async function recheckSessions(
  ctx: ShopContext,
  sessionIds: string[],
): Promise<Map<string, SessionAccess>> {
  const now = ctx.now();
  const { rows } = await sql<{
    id: string;
    user_id: string;
    created_at: Date;
    second_factor_enabled: boolean;
    is_admin: boolean;
  }>`
    with open as (
      select sessions.id, user_id, sessions.created_at, second_factor_enabled,
        exists (select from user_roles where user_roles.user_id = users.id and role = 'admin') as is_admin
      from sessions join users on users.id = sessions.user_id
      where sessions.id = any(${sessionIds}::uuid[]) and expires_at > ${now}
    ), seen as (
      update sessions set last_seen_at = ${now}
      where id in (select id from open) and last_seen_at < ${new Date(now.getTime() - SEEN_EVERY_MS)}
    )
    select id, user_id, created_at, second_factor_enabled, is_admin from open
  `.execute(ctx.db);
  return new Map(
    rows.flatMap((row) => {
      if (isPastItsEnd({ createdAt: row.created_at }, now, row.is_admin)) return [];
      const found = { isAdmin: row.is_admin, hasSecondFactor: row.second_factor_enabled };
      return [[row.id, { userId: row.user_id, isStaff: staffAccess(ctx, found).isStaff }] as const];
    }),
  );
}
