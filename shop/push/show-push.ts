import { z } from 'zod';
import { operation } from '#shop/operation.ts';
import { readPushKey } from './read-push-key.ts';
import { publicPushKey } from './sign-push.ts';

/**
 * The key that a browser needs to be told by this shop. With `device`, the SHA-256 of an endpoint, also whether that
 * device of the person is told, and of what.
 */
export const showPush = operation(
  {
    id: 'push.read',
    who: 'customer',
    input: z.object({
      device: z
        .string()
        .regex(/^[\da-f]{64}$/)
        .meta({ examples: ['0'.repeat(64)] })
        .optional(),
    }),
    output: z.object({ publicKey: z.string(), on: z.boolean().optional(), staff: z.boolean().optional() }),
    refusals: {},
  },
  async (ctx, { userId, device: digest }) => {
    const publicKey = publicPushKey(await readPushKey(ctx));
    if (digest === undefined) return { publicKey };
    const device = await ctx.db
      .selectFrom('push_subscriptions')
      .select('for_staff')
      .where('endpoint_digest', '=', digest)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return { publicKey, on: device !== undefined, staff: device?.for_staff ?? false };
  },
);
