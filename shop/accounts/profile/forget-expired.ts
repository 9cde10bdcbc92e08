import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { CUSTOMER_SESSION_MS, STAFF_SESSION_MS } from '../sessions/session-lifetime.ts';

/**
 * Deletes expired sessions, with the devices that are told of them, and one-time links. The auth library deletes only those
 * that it happens to read.
 */
export async function forgetExpired(ctx: ShopContext): Promise<void> {
  const before = (ms: number) => new Date(ctx.now().getTime() - ms);
  await ctx.db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<', ctx.now()),
        eb('created_at', '<', before(CUSTOMER_SESSION_MS)),
        eb.and([
          eb('created_at', '<', before(STAFF_SESSION_MS)),
          eb('user_id', 'in', eb.selectFrom('user_roles').select('user_id')),
        ]),
      ]),
    )
    .execute();
  await sql`delete from verifications where expires_at < ${ctx.now()}`.execute(ctx.db);
}
