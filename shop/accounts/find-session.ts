import type { ShopContext } from '#shop/context.ts';
import type { Session } from './session.ts';
import { staffAccess } from './staff-access.ts';

export interface FoundSession {
  session: Session;
  createdAt: Date;
  expiresAt: Date;
  lastSeenAt: Date;
}

/**
 * Who holds a session token, what they may do as staff and what the header shows of them, in one statement: every
 * page of a signed-in visitor begins with it. Asked afresh each time, so whatever was revoked is gone at once.
 */
export async function findSession(ctx: ShopContext, token: string): Promise<FoundSession | null> {
  const row = await ctx.db
    .selectFrom('sessions as session')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .leftJoin('profiles as profile', 'profile.id', 'user.id')
    .leftJoin('user_roles as role', (join) =>
      join.onRef('role.user_id', '=', 'user.id').on('role.role', '=', 'admin'),
    )
    .select([
      'session.id as sessionId',
      'session.created_at as createdAt',
      'session.expires_at as expiresAt',
      'session.last_seen_at as lastSeenAt',
      'user.id',
      'user.email',
      'user.name',
      'user.email_verified as emailVerified',
      'user.second_factor_enabled as hasSecondFactor',
      'profile.avatar_key as avatarKey',
      'role.role',
    ])
    .where('session.token', '=', token)
    .executeTakeFirst();
  if (!row) return null;
  const { sessionId, createdAt, expiresAt, lastSeenAt, hasSecondFactor, avatarKey, role, ...user } = row;
  return {
    session: {
      id: sessionId,
      user,
      avatarKey,
      hasSecondFactor,
      ...staffAccess(ctx, { isAdmin: role !== null, hasSecondFactor }),
    },
    createdAt,
    expiresAt,
    lastSeenAt,
  };
}
