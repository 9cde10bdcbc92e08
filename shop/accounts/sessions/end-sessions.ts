import type { ShopContext } from '#shop/context.ts';

/**
 * Ends one session of this person, or all but the current one. Their open tabs and live streams hear of it and
 * ask who they are. @returns how many ended.
 */
export async function endSessions(
  ctx: ShopContext,
  { userId, ...which }: { userId: string } & ({ sessionId: string } | { exceptId: string }),
): Promise<number> {
  const count = await ctx.transaction(async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where((eb) => ('sessionId' in which ? eb('id', '=', which.sessionId) : eb('id', '!=', which.exceptId)))
      .executeTakeFirst();
    await ctx.publish(tx, { topic: `access:${userId}`, event: 'changed', data: {} });
    return Number(ended.numDeletedRows);
  });
  ctx.log.info('security.sessions_ended', { accountId: userId, count });
  return count;
}
