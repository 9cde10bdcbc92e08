import { z } from 'zod';

/*
 * What programs are answered where the operation's output is not in the codec's words: the API presents it itself. In the
 * words of the answer, so that the description can say them; `v1.both.test.ts` compares them with real answers.
 */

const item = z.object({
  id: z.string(),
  order_id: z.string(),
  champion_id: z.string().nullable(),
  skin_num: z.int().nullable(),
  sku: z.string(),
  skin_name: z.string(),
  champion_name: z.string(),
  splash_art_url: z.string(),
  price: z.number(),
  paid: z.number(),
  download_link: z.string().nullable(),
  kept: z.boolean(),
  key_last_four: z.string().nullable(),
});
const moment = z.iso.datetime();

const order = z.object({
  id: z.string(),
  user_id: z.string().nullable(),
  status: z.string(),
  customer_name: z.string(),
  customer_email: z.string(),
  total_amount: z.number(),
  discount: z.number(),
  coupon: z.string().nullable(),
  description: z.string(),
  attention: z.string().nullable(),
  created_at: moment,
  payment_method: z.string(),
  download_link_sent_at: moment.nullable(),
  due_at: moment.nullable(),
  delivered_at: moment.nullable(),
  refunded_amount: z.number(),
  is_refunded: z.boolean(),
  refunds_due: z.array(z.object({ amount: z.number(), reason: z.string() })),
  held_charges: z.array(z.object({ id: z.string(), amount: z.number(), paid_amount: z.number() })),
  order_items: z.array(item),
});

/** Centavos and names as the shop has them, since the first release. */
const attention = z.object({
  kind: z.string(),
  orderId: z.string(),
  chargeId: z.string(),
  amountCents: z.int(),
  since: moment,
  orderStatus: z.string(),
  customerName: z.string(),
  askedCents: z.int(),
  receivedCents: z.int(),
  refundId: z.string().nullable(),
  reason: z.string().nullable(),
  failure: z.string().nullable(),
});

const line = z.object({
  id: z.int(),
  at: moment,
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  subjectName: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  actorName: z.string().nullable(),
  actorId: z.string().nullable(),
});

/** By the id of the operation. */
export const V1_ANSWERS: Readonly<Record<string, z.ZodType>> = {
  'orders.list_all': z.array(order),
  'orders.show': order.extend({
    customer_phone: z.string(),
    order_items: z.array(item.extend({ state: z.string().nullable() })),
  }),
  'attention.list': z.array(attention),
  'audit.list': z.array(line),
  // What each holds: docs/contract.md, Settings.
  'settings.read': z.record(z.string(), z.unknown()),
  'settings.change': z.record(z.string(), z.unknown()),
};
