import type { Db } from '#db/client.server.ts';

export type SessionStatement = ReturnType<typeof buildSessionStatement>;

/** The statement of `findSession`. Its last parameter is the token. */
export function buildSessionStatement(db: Db) {
  return db
    .selectFrom('sessions as session')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .leftJoin('profiles as profile', 'profile.id', 'user.id')
    .leftJoin('user_roles as role', 'role.user_id', 'user.id')
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
    .where('session.token', '=', '')
    .compile();
}
