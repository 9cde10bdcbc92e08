import type { InferResult } from 'kysely';
import type { Db } from '#db/client.server.ts';
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
  const statement = statements.get(ctx.db) ?? buildStatement(ctx.db);
  const parameters = [...statement.parameters.slice(0, -1), token];
  const { rows } = await ctx.db.executeQuery<SessionRow>({ ...statement, parameters });
  const [row] = rows;
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

/** Building it takes the shop longer than asking it, and every request of a signed-in visitor asks. */
const statements = new WeakMap<Db, SessionStatement>();
type SessionStatement = ReturnType<typeof buildStatement>;
type SessionRow = InferResult<SessionStatement>[number];

function buildStatement(db: Db) {
  const statement = db
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
    // The last value of the statement; whoever asks puts the token in its place.
    .where('session.token', '=', '')
    .compile();
  statements.set(db, statement);
  return statement;
}
