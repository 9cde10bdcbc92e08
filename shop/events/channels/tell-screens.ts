import type { Executor } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
import type { LiveEvent } from '#shop/live/live-event.ts';
import {
  readTable,
  type Change,
  type EventTable,
  type News,
  type ShopEvent,
} from '#shop/events/shop-event.ts';

type Of<Name extends ShopEvent['name']> = Extract<ShopEvent, { name: Name }>;

/** The screens of buyer and staff. null where whoever tells it says 'order.changed' once all of it is done. */
const SCREENS: EventTable<Change | News, LiveEvent> = {
  'order.changed': tellOrder,
  'order.paid': null,
  'order.delivered': null,
  'order.part_delivered': null,
  'order.link_replaced': tellOrder,
  'order.cancelled': tellOrder,
  'order.unpaid': null,
  'charges.changed': ({ order: { user_id }, chargeIds, status }) =>
    user_id === null
      ? []
      : chargeIds.map((id) => ({ topic: `user:${user_id}`, event: 'payment', data: { id, status } })),
  'charge.charged_back': null,
  'withdrawal.declined': tellOrder,
  'refund.started': tellOrder,
  'refund.finished': null,
  'gift.offered': null,
  // The buyer's screens hear of the order; those of its receiver only from here.
  'gift.filled': ({ orderId: id, ownerId }) => ({
    topic: `user:${ownerId}`,
    event: 'orders',
    data: { id, status: 'completed' },
  }),
  'gift.kept': tellOrder,
  'ticket.changed': tellTicket,
  'ticket.written': tellTicket,
  'attention.changed': () => ({ topic: 'staff', event: 'attention', data: {} }),
  'desk.changed': () => ({ topic: 'staff', event: 'desk-held', data: {} }),
  'skins.updated': null,
  'skins.arrived': null,
  'rescue.asked': null,
  'rescue.stopped': null,
  'rescue.dropped': null,
  'rescue.done': null,
  'review.wanted': null,
  'message.received': null,
};

export async function tellScreens(
  ctx: ShopContext,
  executor: Executor,
  events: readonly ShopEvent[],
): Promise<void> {
  const told = readTable(SCREENS, events);
  if (told.length > 0) await ctx.publish(executor, ...told);
}

function tellOrder({
  order: { id, user_id, status },
  isHidden = false,
}: Pick<Of<'order.changed'>, 'order' | 'isHidden'>): LiveEvent[] {
  const data = { id, status };
  return [
    ...(user_id === null ? [] : [{ topic: `user:${user_id}`, event: 'orders', data } as const]),
    ...(isHidden ? [] : [{ topic: 'staff', event: 'staff-orders', data } as const]),
  ];
}

/** A thread's reader and who answers it. */
function tellTicket({ ticket: { id, user_id, state } }: Pick<Of<'ticket.changed'>, 'ticket'>): LiveEvent[] {
  const data = { id, status: state };
  return [
    { topic: `user:${user_id}`, event: 'tickets', data },
    { topic: 'staff:tickets', event: 'staff-tickets', data },
  ];
}
