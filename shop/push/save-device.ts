import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
import { areDeviceKeys, type DeviceKeys } from './encrypt-push.ts';

/** Of one person. One more takes the place of the oldest. */
const MAX_DEVICES = 5;
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
    renews,
  }: {
    userId: string;
    sessionId: string;
    device: Device;
    /** undefined: as it was. */
    forStaff: boolean | undefined;
    /** The browser replaced the subscription by itself: this one takes the place of what this session switched on. */
    renews: boolean;
  },
): Promise<{ ok: true } | { ok: false; reason: 'bad_subscription' | 'not_on' }> {
  const { protocol } = URL.parse(endpoint) ?? {};
  // Whether http is allowed, and where to, the guarded client knows.
  if (protocol !== 'https:' && protocol !== 'http:') return { ok: false, reason: 'bad_subscription' };
  if (endpoint.length > LONGEST_ENDPOINT || !areDeviceKeys(keys))
    return { ok: false, reason: 'bad_subscription' };
  const now = ctx.now();
  return ctx.transaction(async (tx) => {
    const replaced = renews ? await takeAway(tx, sessionId) : [];
    // Whoever signed in since on this browser was never asked.
    if (renews && replaced.length === 0) return { ok: false, reason: 'not_on' };
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
        for_staff: forStaff ?? replaced.some((old) => old.for_staff),
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
    return { ok: true };
  });
}

function takeAway(tx: Tx, sessionId: string): Promise<{ for_staff: boolean }[]> {
  return tx
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sessionId)
    .returning('for_staff')
    .execute();
}
