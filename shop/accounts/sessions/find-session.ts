import type { InferResult } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import type { Session } from './session.ts';
import type { SessionStatement } from './session-statement.ts';
import { staffAccess } from '../staff/staff-access.ts';

export interface FoundSession {
  session: Session;
  createdAt: Date;
  expiresAt: Date;
  lastSeenAt: Date;
}

type SessionRow = InferResult<SessionStatement>[number];

/**
 * Who holds a session token, what they may do as staff and what the header shows of them, in one statement: every
 * page of a signed-in visitor begins with it. Asked afresh each time, so whatever was revoked is gone at once.
 */
export async function findSession(ctx: ShopContext, token: string): Promise<FoundSession | null> {
  const statement = ctx.memory.sessionStatement;
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
