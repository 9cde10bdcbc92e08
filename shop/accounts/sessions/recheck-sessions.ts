import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { staffAccess } from '../staff/staff-access.ts';
import { SEEN_EVERY_MS } from './note-session-seen.ts';
import { CUSTOMER_SESSION_MS, isPastItsEnd, STAFF_SESSION_MS } from './session-lifetime.ts';

export interface SessionAccess {
  userId: string;
  isStaff: boolean;
}

/** What an open stream believes about its session. */
export interface KnownSession {
  sessionId: string;
  isStaff: boolean;
}

/**
 * Finds in one statement which open sessions have changed: what they may do now, or null for a session that has
 * ended. Unchanged sessions are not in the answer, because ten thousand rows a minute would be garbage for V8 to
 * collect.
 */
export async function recheckSessions(
  ctx: ShopContext,
  sessions: readonly KnownSession[],
): Promise<Map<string, SessionAccess | null>> {
  const now = ctx.now();
  const since = (longest: number) => new Date(now.getTime() - longest);
  const ids = sessions.map(({ sessionId }) => sessionId);
  const staff = sessions.map(({ isStaff }) => isStaff);
  // The last condition selects every row that `isPastItsEnd` or `staffAccess` may judge differently. They decide.
  const { rows } = await sql<
    | { id: string; user_id: null }
    | { id: string; user_id: string; created_at: Date; second_factor_enabled: boolean; is_admin: boolean }
  >`
    with open as (
      select sessions.id, user_id, sessions.created_at, second_factor_enabled,
        exists (select from user_roles where user_roles.user_id = users.id and role = 'admin') as is_admin
      from sessions join users on users.id = sessions.user_id
      where sessions.id = any(${ids}::uuid[]) and expires_at > ${now}
    ), seen as (
      update sessions set last_seen_at = ${now}
      where id in (select id from open) and last_seen_at < ${since(SEEN_EVERY_MS)}
    )
    select known.id, user_id, created_at, second_factor_enabled, is_admin
    from unnest(${ids}::uuid[], ${staff}::boolean[]) as known (id, is_staff) left join open on open.id = known.id
    where open.id is null
      or created_at <= case when is_admin then ${since(STAFF_SESSION_MS)}::timestamptz
        else ${since(CUSTOMER_SESSION_MS)} end
      or is_staff <> (is_admin and (second_factor_enabled or not ${ctx.settings.requireStaffSecondFactor}::boolean))
  `.execute(ctx.db);
  return new Map(
    rows.map((row) => {
      if (row.user_id === null) return [row.id, null];
      if (isPastItsEnd({ createdAt: row.created_at }, now, row.is_admin)) return [row.id, null];
      const found = { isAdmin: row.is_admin, hasSecondFactor: row.second_factor_enabled };
      return [row.id, { userId: row.user_id, isStaff: staffAccess(ctx, found).isStaff }];
    }),
  );
}
