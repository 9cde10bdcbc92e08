import type { Executor } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
import * as read from '#shop/events/programs/describe-event.ts';
import { EVERY_EVENT, type EventDataOf, type EventType } from '#shop/events/programs/event-data.ts';
import type { Listeners } from '#shop/events/read-listeners.ts';
import { insertDeliveries } from '#shop/events/programs/insert-deliveries.ts';
import { readTable, type EventTable, type Fact, type News, type ShopEvent } from '#shop/events/shop-event.ts';

/** Under which name programs hear of it, and what they hear. */
interface Heard {
  type: EventType;
  read: (db: Executor) => Promise<object> | object;
}

function heard<Type extends EventType>(
  type: Type,
  read: (db: Executor) => Promise<EventDataOf<Type>> | EventDataOf<Type>,
): Heard {
  return { type, read };
}
const ofOrder =
  (type: Extract<EventType, `order.${string}`> & OrderAlone) =>
  ({ orderId }: { orderId: string }) =>
    heard(type, (db) => read.readOrderData(db, orderId));
type OrderAlone =
  | 'order.created'
  | 'order.paid'
  | 'order.due_soon'
  | 'order.late'
  | 'order.delivered'
  | 'order.cancelled';
const ofPatch = (type: 'patch.opened' | 'patch.closed', { state, skins, owners }: PatchFact) =>
  heard(type, () => ({ patch: { state, skins, owners } }));
type PatchFact = Extract<Fact, { name: 'patch.opened' }>;

const PROGRAMS: EventTable<News | Fact, Heard> = {
  'order.created': ofOrder('order.created'),
  'order.paid': ofOrder('order.paid'),
  'order.paid_by_nobody': ofOrder('order.paid'),
  'order.due_soon': ofOrder('order.due_soon'),
  'order.late': ofOrder('order.late'),
  'order.delivered': ofOrder('order.delivered'),
  'order.completed': ofOrder('order.delivered'),
  'order.cancelled': ({ order: { id: orderId } }) => ofOrder('order.cancelled')({ orderId }),
  'refund.finished': ({ refundId }) => heard('order.refunded', (db) => read.readRefundData(db, refundId)),
  'order.disputed': ({ disputeId }) => heard('order.disputed', (db) => read.readDisputeData(db, disputeId)),
  'order.dispute_closed': ({ disputeId }) =>
    heard('order.dispute_closed', (db) => read.readDisputeData(db, disputeId)),
  'order.link_replaced': ({ order, itemId }) =>
    heard('item.replaced', (db) => read.readReplacedItemData(db, order.id, itemId)),
  'gift.claimed': ({ orderId }) => heard('gift.claimed', (db) => read.readGiftData(db, orderId)),
  'review.created': ({ reviewId }) => heard('review.created', (db) => read.readReviewData(db, reviewId)),
  'ticket.written': ({ ticket: { id }, step }) =>
    step === 'asked'
      ? []
      : heard(step === 'opened' ? 'ticket.opened' : 'ticket.answered', (db) => read.readTicketData(db, id)),
  'skin_file.updated': ({ skus }) =>
    skus.map((sku) => heard('skin_file.updated', (db) => read.readSkinFileData(db, sku))),
  'skin_file.broken': ({ sku }) => heard('skin_file.broken', (db) => read.readSkinFileData(db, sku)),
  'patch.opened': (event) => ofPatch('patch.opened', event),
  'patch.closed': (event) => ofPatch('patch.closed', event),
  'settings.changed': ({ settings }) => heard('settings.changed', () => ({ settings })),
  // `order.delivered` or `order.completed` comes with the last of it.
  'order.part_delivered': null,
  'order.unpaid': null,
  'withdrawal.declined': null,
  'refund.started': null,
  // What came back lies in `order.refunded` or `order.dispute_closed`.
  'charge.charged_back': null,
  'gift.offered': null,
  'gift.kept': null,
  'skins.updated': null,
  'skins.arrived': null,
  'rescue.asked': null,
  'rescue.stopped': null,
  'rescue.dropped': null,
  'rescue.done': null,
  'review.wanted': null,
  'message.received': null,
};

/**
 * Writes what each hook hears, as things stand in this transaction. A job sends it
 * (`shop/programs/webhooks/send-deliveries.ts`).
 */
export async function tellPrograms(
  ctx: ShopContext,
  executor: Executor,
  events: readonly ShopEvent[],
  listeners: () => Promise<Listeners>,
): Promise<void> {
  const told = readTable(PROGRAMS, events);
  if (told.length === 0) return;
  const { hooks } = await listeners();
  const wanted = told.filter(({ type }) =>
    hooks.some((chosen) => chosen.includes(type) || chosen.includes(EVERY_EVENT)),
  );
  if (wanted.length === 0) return;
  const written: { type: EventType; data: object }[] = [];
  for (const { type, read } of wanted) written.push({ type, data: await read(executor) });
  await insertDeliveries(ctx.now(), written).execute(executor);
}
