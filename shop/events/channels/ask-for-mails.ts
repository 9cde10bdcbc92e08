import type { Tx } from '#db/client.server.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { JobRequest } from '#shop/jobs.ts';
import { readTable, type EventTable, type News, type ShopEvent } from '#shop/events/shop-event.ts';

/** What a mail says, and whether it may go to anybody, its job decides when it is sent (`jobs/mails/`). */
const MAILS: EventTable<News, JobRequest> = {
  'order.paid': ({ orderId }) => ({ name: 'mail-payment-confirmed', data: { orderId } }),
  'order.delivered': ({ orderId }) => ({ name: 'mail-links-delivered', data: { orderId } }),
  'order.part_delivered': ({ orderId }) => ({ name: 'mail-links-delivered', data: { orderId } }),
  'order.link_replaced': ({ order, itemId }) => ({
    name: 'mail-link-replaced',
    data: { orderId: order.id, itemId },
  }),
  'order.cancelled': ({ order, money }) =>
    money ? { name: 'mail-order-cancelled', data: { orderId: order.id, ...money } } : [],
  'order.unpaid': ({ orderId }) => ({ name: 'mail-payment-reminder', data: { orderId } }),
  'withdrawal.declined': ({ order }) => ({ name: 'mail-withdrawal-declined', data: { orderId: order.id } }),
  'refund.started': ({ refundId }) => ({ name: 'mail-refund', data: { refundId, news: 'started' } }),
  'refund.finished': ({ refundId }) => ({ name: 'mail-refund', data: { refundId, news: 'finished' } }),
  'charge.charged_back': ({ orderId, chargeId, amountCents }) => ({
    name: 'mail-charged-back',
    data: { orderId, chargeId, amountCents },
  }),
  'gift.offered': ({ giftId, corrections }) => ({ name: 'mail-gift', data: { giftId, corrections } }),
  'gift.kept': ({ giftId }) => [
    { name: 'mail-gift-kept', data: { giftId, to: 'buyer' } },
    { name: 'mail-gift-kept', data: { giftId, to: 'receiver' } },
  ],
  'skins.updated': ({ patchId, userId }) => ({ name: 'mail-skins-updated', data: { patchId, userId } }),
  'skins.arrived': ({ userId, toldAt }) => ({
    name: 'mail-skins-arrived',
    data: { userId, toldAt: toldAt.toISOString() },
  }),
  'rescue.asked': ({ rescueId }) => [
    { name: 'mail-rescue', data: { rescueId, kind: 'asked-old' } },
    { name: 'mail-rescue', data: { rescueId, kind: 'asked-new' } },
  ],
  'rescue.stopped': ({ rescueId }) => ({ name: 'mail-rescue', data: { rescueId, kind: 'stopped-new' } }),
  'rescue.dropped': ({ rescueId }) => [
    { name: 'mail-rescue', data: { rescueId, kind: 'dropped-old' } },
    { name: 'mail-rescue', data: { rescueId, kind: 'dropped-new' } },
  ],
  'rescue.done': ({ rescueId }) => [
    { name: 'mail-rescue', data: { rescueId, kind: 'done-old' } },
    { name: 'mail-rescue', data: { rescueId, kind: 'done-new' } },
  ],
  'review.wanted': ({ userId, askedAt }) => ({
    name: 'mail-review-request',
    data: { userId, askedAt: askedAt.toISOString() },
  }),
  'message.received': ({ messageId }) => ({ name: 'mail-message', data: { messageId } }),
  'ticket.written': ({ replyId }) => ({ name: 'mail-ticket', data: { replyId } }),
};

export async function askForMails(ctx: OutwardContext, tx: Tx, events: readonly ShopEvent[]): Promise<void> {
  for (const job of readTable(MAILS, events)) await ctx.enqueue(tx, job);
}
