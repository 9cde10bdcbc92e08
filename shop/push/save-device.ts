import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import { operation } from '#shop/operation.ts';
import { areDeviceKeys } from './encrypt-push.ts';

/** Of one person. One more takes the place of the oldest. */
const MAX_DEVICES = 5;
const LONGEST_ENDPOINT = 1000;

export const endpoint = z.string().max(5_000);
/** Base64url, with or without the padding that some browsers add. */
const key = z
  .string()
  .max(200)
  .regex(/^[\w-]+={0,2}$/);

export function digestEndpoint(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * From now on this device is told what concerns its person, as long as the session lives. A device that belonged to
 * another person before belongs to the one who is signed in now. `staff`: for members of the staff, also what the team
 * has to act on; undefined: as it was. `renews`: by the service worker, for the browser replaced the subscription by
 * itself; this one takes the place of what this session switched on.
 */
export const saveDevice = operation(
  {
    id: 'push.on',
    who: 'customer',
    input: z.object({
      subscription: z.object({ endpoint, keys: z.object({ p256dh: key, auth: key }) }),
      staff: z
        .boolean()
        .meta({ examples: [false] })
        .optional(),
      renews: z.boolean().default(false),
    }),
    output: z.object({ on: z.literal(true) }),
    refusals: { not_staff: [403, 'forbidden'], not_on: 409, bad_subscription: 422 },
    limit: 'push',
  },
  async (ctx, { userId, session, subscription: { endpoint, keys }, staff, renews }) => {
    if (staff === true && !session?.role) return { ok: false, reason: 'not_staff' };
    // Whether http is allowed, and where to, the guarded client knows.
    const isAddress = /^https?:[\x21-\x7e]+$/i.test(endpoint) && URL.canParse(endpoint);
    if (!isAddress || endpoint.length > LONGEST_ENDPOINT || !areDeviceKeys(keys))
      return { ok: false, reason: 'bad_subscription' };
    const now = ctx.now();
    return ctx.transaction(async (tx) => {
      const replaced = renews ? await takeAway(tx, session!.id) : [];
      // Whoever signed in since on this browser was never asked.
      if (renews && replaced.length === 0) return { ok: false, reason: 'not_on' };
      const row = {
        user_id: userId,
        session_id: session!.id,
        public_key: keys.p256dh,
        auth: keys.auth,
        not_before: null,
      };
      await tx
        .insertInto('push_subscriptions')
        .values({
          ...row,
          endpoint,
          endpoint_digest: digestEndpoint(endpoint),
          for_staff: staff ?? replaced.some((old) => old.for_staff),
          created_at: now,
        })
        .onConflict((conflict) =>
          conflict.column('endpoint_digest').doUpdateSet({
            ...row,
            for_staff:
              staff ??
              sql<boolean>`push_subscriptions.for_staff and push_subscriptions.user_id = excluded.user_id`,
          }),
        )
        .execute();
      await tx
        .deleteFrom('push_subscriptions')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('push_subscriptions')
            .select('id')
            .where('user_id', '=', userId)
            .where('endpoint_digest', '<>', digestEndpoint(endpoint))
            .orderBy('created_at', 'desc')
            .orderBy('id')
            .offset(MAX_DEVICES - 1),
        )
        .execute();
      return { ok: true as const, on: true };
    });
  },
);

function takeAway(tx: Tx, sessionId: string): Promise<{ for_staff: boolean }[]> {
  return tx
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sessionId)
    .returning('for_staff')
    .execute();
}
