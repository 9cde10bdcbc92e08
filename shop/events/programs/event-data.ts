import { z } from 'zod';

const amount = z.number();
const at = z.iso.datetime();
const maybe = at.nullable();
const skin = { champion_id: z.string().nullable(), skin_num: z.int().nullable(), sku: z.string() };

/** A part of what `GET /api/v1/orders/{id}` answers. */
const order = z.object({
  id: z.guid(),
  user_id: z.string().nullable(),
  status: z.string(),
  total_amount: amount,
  discount: amount,
  coupon: z.string().nullable(),
  payment_method: z.string(),
  created_at: at,
  due_at: maybe,
  delivered_at: maybe,
  order_items: z.array(
    z.object({
      id: z.guid(),
      order_id: z.guid(),
      ...skin,
      price: amount,
      paid: amount,
      state: z.string().nullable(),
    }),
  ),
});
const ofOrder = z.object({ order });
const dispute = z.object({ id: z.guid(), state: z.string(), answer_by: maybe });
const ticket = z.object({
  id: z.guid(),
  state: z.string(),
  order_id: z.string().nullable(),
  champion_id: skin.champion_id,
  skin_num: skin.skin_num,
  sku: z.string().nullable(),
});
const skinFile = z.object({ skin_file: z.object({ ...skin, version: z.int(), state: z.string() }) });
const patch = z.object({ patch: z.object({ state: z.string(), skins: z.int(), owners: z.int() }) });

/** What a program hears of each event, in the contract's words: ids, sums and states, and nothing that a buyer wrote. */
export const EVENT_DATA = {
  'order.created': ofOrder,
  'order.paid': ofOrder,
  'order.due_soon': ofOrder,
  'order.late': ofOrder,
  'order.delivered': ofOrder,
  'order.cancelled': ofOrder,
  'order.refunded': ofOrder.extend({ refund: z.object({ id: z.guid(), amount, status: z.string() }) }),
  'order.disputed': ofOrder.extend({ dispute }),
  'order.dispute_closed': ofOrder.extend({ dispute }),
  'item.replaced': ofOrder.extend({ item: z.object({ id: z.guid(), ...skin }) }),
  'gift.claimed': ofOrder.extend({ gift: z.object({ id: z.guid(), status: z.string() }) }),
  'review.created': z.object({ review: z.object({ id: z.guid(), ...skin, stars: z.int() }) }),
  'ticket.opened': z.object({ ticket }),
  'ticket.answered': z.object({ ticket }),
  'skin_file.updated': skinFile,
  'skin_file.broken': skinFile,
  'patch.opened': patch,
  'patch.closed': patch,
  'settings.changed': z.object({ settings: z.array(z.string()) }),
  ping: z.object({ webhook: z.object({ id: z.guid() }) }),
} as const;

export type EventType = keyof typeof EVENT_DATA;
export type EventDataOf<Type extends EventType> = z.infer<(typeof EVENT_DATA)[Type]>;
export type OrderData = z.infer<typeof order>;

export const EVENT_TYPES = Object.keys(EVENT_DATA) as EventType[];
/** A hook that hears each of them. */
export const EVERY_EVENT = '*';
