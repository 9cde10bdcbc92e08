import { z } from 'zod';
import { nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { digestEndpoint, endpoint } from './save-device.ts';

/** The device is told nothing any more. Only its own person can say so. */
export const forgetDevice = operation(
  {
    id: 'push.off',
    who: 'customer',
    input: z.object({ subscription: z.object({ endpoint }) }),
    output: nothing,
    refusals: {},
  },
  async (ctx, { userId, subscription }) => {
    await ctx.db
      .deleteFrom('push_subscriptions')
      .where('endpoint_digest', '=', digestEndpoint(subscription.endpoint))
      .where('user_id', '=', userId)
      .execute();
    return { ok: true as const };
  },
);
