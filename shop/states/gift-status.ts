import type { Updateable } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { GiftsTable, GiftStatus } from '#db/schema.ts';

/**
 * Every allowed change of a gift. `offered`: paid, and whoever holds its address may claim it. `kept`:
 * nobody did, and it is its buyer's. `withdrawn`: its money went back; a later payment of its order offers it again.
 */
const GIFT_TRANSITIONS = {
  offered: ['unpaid', 'withdrawn'],
  claimed: ['offered'],
  kept: ['offered'],
  withdrawn: ['offered', 'claimed', 'kept'],
} as const satisfies Partial<Record<GiftStatus, readonly GiftStatus[]>>;

/**
 * The only statement that writes a gift's status. The caller holds the lock of its order.
 * @returns false if the status of the gift does not allow it: another caller was first.
 */
export async function moveGift(
  tx: Tx,
  orderId: string,
  to: keyof typeof GIFT_TRANSITIONS,
  also: Omit<Updateable<GiftsTable>, 'id' | 'order_id' | 'status'>,
): Promise<boolean> {
  const result = await tx
    .updateTable('gifts')
    .set({ ...also, status: to })
    .where('order_id', '=', orderId)
    .where('status', 'in', [...GIFT_TRANSITIONS[to]])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
