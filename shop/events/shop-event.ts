import type { OrderRow, TicketState } from '#db/schema.ts';
import type { PublicChargeStatus } from '#shop/live/live-event.ts';

type Order = Pick<OrderRow, 'id' | 'user_id' | 'status'>;
interface Ticket {
  id: string;
  user_id: string;
  state: TicketState;
}

/** What only open screens hear: they read again. */
export type Change =
  /** `isHidden`: staff do not see it, so their screens need not read again. */
  | { name: 'order.changed'; order: Order; isHidden?: boolean }
  | {
      name: 'charges.changed';
      order: Pick<OrderRow, 'user_id'>;
      chargeIds: string[];
      status: PublicChargeStatus;
    }
  /** A skin of a gift that somebody has claimed got its file. */
  | { name: 'gift.filled'; orderId: string; ownerId: string }
  | { name: 'ticket.changed'; ticket: Ticket }
  /** A file or a channel broke, or works again. */
  | { name: 'attention.changed' }
  /** A delivery of the desk is held, was taken back or is done. */
  | { name: 'desk.changed' };

/** What may reach people who look at no screen: whoever causes it has the right to reach out of the shop. */
export type News =
  | { name: 'order.paid'; orderId: string; userId: string }
  /** `ownerId`: of its skins; null: of a gift that nobody has claimed yet. */
  | { name: 'order.delivered'; orderId: string; ownerId: string | null }
  /** What was sold ahead is still to come; the rest is its owner's. */
  | { name: 'order.part_delivered'; orderId: string; userId: string | null; itemIds: string[] }
  | { name: 'order.link_replaced'; order: Order; itemId: string }
  /** `money`: what is told of it; null: its buyer hears of it in another way, or is gone. */
  | {
      name: 'order.cancelled';
      order: Order;
      isHidden: boolean;
      money: { refundCents: number; isSettled?: true } | null;
    }
  | { name: 'order.unpaid'; orderId: string }
  | { name: 'withdrawal.declined'; order: Order }
  | { name: 'refund.started'; order: Order; refundId: string }
  | { name: 'refund.finished'; refundId: string }
  | { name: 'charge.charged_back'; orderId: string; chargeId: string; amountCents: number }
  /** `corrections`: of the address so far; a later one is told anew. */
  | { name: 'gift.offered'; giftId: string; corrections: number }
  | { name: 'gift.kept'; order: Order; giftId: string }
  | { name: 'skins.updated'; patchId: string; userId: string }
  /** 'Avise-me': those that were noted at this moment. */
  | { name: 'skins.arrived'; userId: string; toldAt: Date }
  /** `dropped`: staff took it back, or it could not be done on its day. */
  | { name: `rescue.${'asked' | 'stopped' | 'dropped' | 'done'}`; rescueId: string }
  | { name: 'review.wanted'; userId: string; askedAt: Date }
  | { name: 'message.received'; messageId: string }
  /** `step`: the first words of a thread, those of its customer after that, or those of staff. */
  | {
      name: 'ticket.written';
      ticket: Ticket;
      replyId: string;
      step: 'opened' | 'asked' | 'answered';
    };

/** What nobody is told of but other programs. */
export type Fact =
  | { name: 'order.created' | 'order.due_soon' | 'order.late' | 'gift.claimed'; orderId: string }
  /** Paid when its account was deleted already. */
  | { name: 'order.paid_by_nobody'; orderId: string }
  /** The last of it was refunded; its owner has read of the rest. */
  | { name: 'order.completed'; orderId: string }
  | { name: 'order.disputed' | 'order.dispute_closed'; disputeId: string }
  | { name: 'review.created'; reviewId: string }
  | { name: 'skin_file.updated'; skus: readonly string[] }
  | { name: 'skin_file.broken'; sku: string }
  | { name: 'patch.opened' | 'patch.closed'; state: string; skins: number; owners: number }
  /** By their names in the contract. */
  | { name: 'settings.changed'; settings: string[] };

/** Something happened in the shop. Ids, states and sums only: each channel reads what it says. */
export type ShopEvent = Change | News | Fact;

/** What a channel makes of each event. null is a decision: this channel does not tell it. */
export type EventTable<Event extends ShopEvent, Told> = {
  [Name in Event['name']]: ((event: Extract<Event, { name: Name }>) => Told | Told[]) | null;
};

export function readTable<Told>(
  table: EventTable<Change | News, Told> | EventTable<News, Told> | EventTable<News | Fact, Told>,
  events: readonly ShopEvent[],
): Told[] {
  const rows = table as Partial<Record<ShopEvent['name'], ((event: ShopEvent) => Told | Told[]) | null>>;
  return events.flatMap((event) => rows[event.name]?.(event) ?? []);
}
