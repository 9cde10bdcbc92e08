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
 * Reads in one statement who owns a session token, what the person may do as staff and what the header shows of them.
 * Every page of a signed-in visitor begins with it. Nothing is cached, so a revoked right is gone at once.
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
      ...staffAccess(ctx, { role, hasSecondFactor }),
    },
    createdAt,
    expiresAt,
    lastSeenAt,
  };
}
