import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { areDeviceKeys, type DeviceKeys } from './encrypt-push.ts';

/** Of one person. One more takes the place of the oldest. */
export const MAX_DEVICES = 5;
const LONGEST_ENDPOINT = 1000;

export interface Device {
  endpoint: string;
  keys: DeviceKeys;
}

export function digestEndpoint(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex');
}

/**
 * From now on this device is told what concerns its person, as long as the session lives. A device that belonged to
 * another person before belongs to the one who is signed in now.
 */
export async function saveDevice(
  ctx: ShopContext,
  {
    userId,
    sessionId,
    device: { endpoint, keys },
    forStaff,
  }: {
    userId: string;
    sessionId: string;
    device: Device;
    /** undefined: as it was. */
    forStaff: boolean | undefined;
  },
): Promise<{ ok: boolean }> {
  const { protocol } = URL.parse(endpoint) ?? {};
  // Whether http is allowed, and where to, the guarded client knows (ruling 37).
  if (protocol !== 'https:' && protocol !== 'http:') return { ok: false };
  if (endpoint.length > LONGEST_ENDPOINT || !areDeviceKeys(keys)) return { ok: false };
  const now = ctx.now();
  await ctx.transaction(async (tx) => {
    const row = {
      user_id: userId,
      session_id: sessionId,
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
        for_staff: forStaff ?? false,
        created_at: now,
      })
      .onConflict((conflict) =>
        conflict.column('endpoint_digest').doUpdateSet({
          ...row,
          for_staff:
            forStaff ??
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
  });
  return { ok: true };
}
