import type { ShopContext } from '#shop/context.ts';
import { digestEndpoint } from './save-device.ts';

/** The device is told nothing any more. Only its own person can say so. */
export async function forgetDevice(
  ctx: ShopContext,
  { userId, endpoint }: { userId: string; endpoint: string },
): Promise<void> {
  await ctx.db
    .deleteFrom('push_subscriptions')
    .where('endpoint_digest', '=', digestEndpoint(endpoint))
    .where('user_id', '=', userId)
    .execute();
}
