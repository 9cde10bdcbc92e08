import type { ShopContext } from '#shop/context.ts';
import { describeDevice } from './describe-device.ts';

export interface ListedSession {
  id: string;
  device: string;
  address: string | null;
  lastSeenAt: Date;
  isCurrent: boolean;
}

/** Where this person is signed in: this session first, then the ones seen last. */
export async function listSessions(
  ctx: ShopContext,
  { userId, currentId }: { userId: string; currentId: string },
): Promise<ListedSession[]> {
  const rows = await ctx.db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', ctx.now())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(50)
    .execute();
  return rows
    .map((row) => ({
      id: row.id,
      device: describeDevice(row.user_agent),
      address: row.ip_address || null,
      lastSeenAt: row.last_seen_at,
      isCurrent: row.id === currentId,
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
