import type { ShopContext } from '#shop/context.ts';

/** Whether this device of the person is told, and of what. `digest`: of its endpoint. */
export async function findDevice(
  ctx: ShopContext,
  { userId, digest }: { userId: string; digest: string },
): Promise<{ forStaff: boolean } | null> {
  const device = await ctx.db
    .selectFrom('push_subscriptions')
    .select('for_staff as forStaff')
    .where('endpoint_digest', '=', digest)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return device ?? null;
}
