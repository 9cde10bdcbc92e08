import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';

/** Sessions and one-time links that nobody can use any more; the auth library removes only those it meets. */
export async function forgetExpired(ctx: ShopContext): Promise<void> {
  await ctx.db.deleteFrom('sessions').where('expires_at', '<', ctx.now()).execute();
  await sql`delete from verifications where expires_at < ${ctx.now()}`.execute(ctx.db);
}
