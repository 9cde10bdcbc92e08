import type { Tx } from '#db/client.server.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { PushNews } from '#shop/jobs.ts';
import type { Listeners } from '#shop/events/read-listeners.ts';
import { readTable, type EventTable, type News, type ShopEvent } from '#shop/events/shop-event.ts';
import { uuidOf } from '#shop/text/uuid-of.ts';

/** `userId` null: nobody has it. */
const NOTICES: EventTable<News, { userId: string | null; news: PushNews }> = {
  'order.paid': ({ userId, orderId }) => ({ userId, news: { kind: 'paid', orderId } }),
  'order.delivered': ({ ownerId, orderId }) => ({ userId: ownerId, news: { kind: 'delivered', orderId } }),
  'order.part_delivered': ({ userId, orderId, itemIds }) => ({
    userId,
    news: { kind: 'part_delivered', orderId, itemIds },
  }),
  'order.link_replaced': null,
  'order.cancelled': null,
  'order.unpaid': null,
  'withdrawal.declined': null,
  'refund.started': null,
  'refund.finished': null,
  'charge.charged_back': null,
  'gift.offered': null,
  'gift.kept': null,
  'skins.updated': ({ userId, patchId }) => ({ userId, news: { kind: 'updated', patchId } }),
  'skins.arrived': null,
  'rescue.asked': null,
  'rescue.stopped': null,
  'rescue.dropped': null,
  'rescue.done': null,
  'review.wanted': null,
  'message.received': null,
  'ticket.written': null,
};

/** Each device that a person has switched on. What it shows is written when it is sent. */
export async function tellDevices(
  ctx: OutwardContext,
  tx: Tx,
  events: readonly ShopEvent[],
  listeners: () => Promise<Listeners>,
): Promise<void> {
  const notices = readTable(NOTICES, events).filter(({ userId }) => userId !== null);
  if (notices.length === 0) return;
  for (const device of (await listeners()).devices) {
    for (const { userId, news } of notices)
      if (userId === device.userId) await enqueuePush(ctx, tx, device.id, news);
  }
}

/** Asked for again, it is the same job. */
export async function enqueuePush(
  ctx: OutwardContext,
  tx: Tx,
  deviceId: string,
  news: PushNews,
): Promise<void> {
  await ctx.enqueue(tx, { name: 'send-push', data: { deviceId, news } }, idOf(deviceId, news));
}

/** The same for the same news to the same device. */
function idOf(deviceId: string, news: PushNews): string {
  const { kind, ...about } = news;
  return uuidOf([deviceId, kind, ...Object.values(about).flat()].join(' '));
}
