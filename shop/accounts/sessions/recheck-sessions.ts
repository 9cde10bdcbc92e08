import { sql } from 'kysely';
import type { StaffRole } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { staffAccess } from '../staff/staff-access.ts';
import { SEEN_EVERY_MS } from './note-session-seen.ts';
import type { KnownSession, SessionAccess } from './session.ts';
import { CUSTOMER_SESSION_MS, isPastItsEnd, STAFF_SESSION_MS } from './session-lifetime.ts';

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
  const roles = sessions.map(({ role }) => role);
  // The last condition selects every row that `isPastItsEnd` or `staffAccess` may judge differently. They decide.
  const { rows } = await sql<
    | { id: string; user_id: null }
    | {
        id: string;
        user_id: string;
        created_at: Date;
        second_factor_enabled: boolean;
        role: StaffRole | null;
      }
  >`
    with open as (
      select sessions.id, sessions.user_id, sessions.created_at, second_factor_enabled, user_roles.role
      from sessions join users on users.id = sessions.user_id
        left join user_roles on user_roles.user_id = users.id
      where sessions.id = any(${ids}::uuid[]) and expires_at > ${now}
    ), seen as (
      update sessions set last_seen_at = ${now}
      where id in (select id from open) and last_seen_at < ${since(SEEN_EVERY_MS)}
    )
    select known.id, user_id, created_at, second_factor_enabled, open.role
    from unnest(${ids}::uuid[], ${roles}::text[]) as known (id, role) left join open on open.id = known.id
    where open.id is null
      or created_at <= case when open.role is not null then ${since(STAFF_SESSION_MS)}::timestamptz
        else ${since(CUSTOMER_SESSION_MS)} end
      or known.role is distinct from
        case when second_factor_enabled or not ${ctx.settings.requireStaffSecondFactor}::boolean then open.role end
  `.execute(ctx.db);
  return new Map(
    rows.map((row) => {
      if (row.user_id === null) return [row.id, null];
      if (isPastItsEnd({ createdAt: row.created_at }, now, row.role !== null)) return [row.id, null];
      const found = { role: row.role, hasSecondFactor: row.second_factor_enabled };
      return [row.id, { userId: row.user_id, role: staffAccess(ctx, found).role }];
    }),
  );
}
