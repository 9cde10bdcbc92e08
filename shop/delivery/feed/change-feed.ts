import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';
import { digestToken } from '#shop/secrets/derive-token.ts';
import { feedToken } from './feed-token.ts';

const described = {
  who: 'customer',
  input: z.object({}),
  // null: it is off.
  output: z.object({ url: z.string().nullable() }),
  refusals: {},
} as const;

/** The address under which a person's own programs read what they own (docs/rulings.md, 'Private feed'). */
export const showFeed = operation({ ...described, id: 'feed.show' }, async (ctx, { userId }) => ({
  url: await readFeedUrl(ctx, userId),
}));

/** Asked for again it is the same one, until it is switched off. */
export const openFeed = operation({ ...described, id: 'feed.open' }, async (ctx, { userId }) => {
  const nonce = randomUUID();
  const row = { nonce, token_digest: digestToken(feedToken(ctx, userId, nonce)) ?? '' };
  // After a change of AUTH_SECRET nobody reads the one before.
  const isDead = (await readFeedUrl(ctx, userId)) === null;
  await ctx.db
    .insertInto('feeds')
    .values({ user_id: userId, ...row, created_at: ctx.now() })
    .onConflict((conflict) => {
      const other = conflict.column('user_id');
      return isDead ? other.doUpdateSet(row) : other.doNothing();
    })
    .execute();
  return { url: await readFeedUrl(ctx, userId) };
});

/** Whoever has the address finds nothing. */
export const closeFeed = operation({ ...described, id: 'feed.close' }, async (ctx, { userId }) => {
  await ctx.db.deleteFrom('feeds').where('user_id', '=', userId).execute();
  return { url: null };
});

/** null: it is off. */
export async function readFeedUrl(ctx: ShopContext, userId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('feeds')
    .select(['nonce', 'token_digest'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const token = row && feedToken(ctx, userId, row.nonce);
  return token && digestToken(token) === row.token_digest
    ? `${ctx.settings.appUrl}/feed/${token}.json`
    : null;
}
