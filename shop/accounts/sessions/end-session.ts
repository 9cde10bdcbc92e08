import type { ShopContext } from '#shop/context.ts';
import { readRole } from '../staff/read-role.ts';
import { isPastItsEnd } from './session-lifetime.ts';

/** Ends the session that a cookie names, if there is one. Its open tabs and live streams hear of it. */
export async function endSession(ctx: ShopContext, token: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('token', '=', token)
      .returning('user_id')
      .executeTakeFirst();
    if (ended) await ctx.publish(tx, { topic: `access:${ended.user_id}`, event: 'changed', data: {} });
  });
}

/** Ends the session if it is too old (docs/decisions/sessions-and-passwords.md). */
export async function endOldSession(ctx: ShopContext, token: string): Promise<void> {
  const found = await ctx.db
    .selectFrom('sessions')
    .select(['user_id', 'created_at'])
    .where('token', '=', token)
    .executeTakeFirst();
  if (!found) return;
  const session = { createdAt: found.created_at };
  // The role is read only if it makes a difference.
  if (!isPastItsEnd(session, ctx.now(), true)) return;
  if (isPastItsEnd(session, ctx.now()) || (await readRole(ctx, found.user_id))) await endSession(ctx, token);
}
