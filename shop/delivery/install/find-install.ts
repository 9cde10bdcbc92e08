import type { ShopContext } from '#shop/context.ts';
import { digestToken } from '#shop/secrets/derive-token.ts';

const MOST_FETCHES = 3;

interface Install {
  digest: string;
  userId: string;
  entryId: string;
  /** Its time or its fetches are used up. */
  isOver: boolean;
}

/** Whose file the token opens. null: nobody made it, or it ended more than a day ago. */
export async function findInstall(ctx: ShopContext, token: string): Promise<Install | null> {
  const digest = digestToken(token);
  if (digest === null) return null;
  const row = await ctx.db
    .selectFrom('install_links')
    .selectAll()
    .where('token_digest', '=', digest)
    .executeTakeFirst();
  if (!row) return null;
  const isOver = row.expires_at <= ctx.now() || row.fetches >= MOST_FETCHES;
  return { digest, userId: row.user_id, entryId: row.grant_id, isOver };
}

/** Called before the last byte of the file leaves. false: others were faster, and it stays here. */
export async function countFetch(ctx: ShopContext, digest: string): Promise<boolean> {
  const counted = await ctx.db
    .updateTable('install_links')
    .set((eb) => ({ fetches: eb('fetches', '+', 1) }))
    .where('token_digest', '=', digest)
    .where('fetches', '<', MOST_FETCHES)
    .returning('fetches')
    .executeTakeFirst();
  return counted !== undefined;
}
