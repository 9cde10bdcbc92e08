import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { CUSTOMER_SESSION_MS } from '../sessions/session-lifetime.ts';

/** Deletes expired sessions and one-time links. The auth library deletes only those that it happens to read. */
export async function forgetExpired(ctx: ShopContext): Promise<void> {
  const oldest = new Date(ctx.now().getTime() - CUSTOMER_SESSION_MS);
  await ctx.db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<', ctx.now()), eb('created_at', '<', oldest)]))
    .execute();
  await sql`delete from verifications where expires_at < ${ctx.now()}`.execute(ctx.db);
}
