import type { OrderStatus } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { MANUAL_GATEWAY } from '#shop/payments/manual-gateway.ts';
import { visibleLink } from '#shop/states/content-link.ts';
import { isGift } from '#shop/states/is-gift.ts';
import { whyBack, type WhyBack } from '#shop/states/why-back.ts';
import { awaitsUpdate } from '#shop/states/why-waits.ts';

/** An order in the form that its mails need. */
export interface OrderDetails {
  id: string;
  /** null after the account was deleted. */
  userId: string | null;
  status: OrderStatus;
  customerName: string;
  customerEmail: string;
  description: string;
  isGift: boolean;
  /** Staff entered it: its money came outside of the shop, and goes back there. */
  isManual: boolean;
  /** Set if it is described for whoever claimed it: the address that its gift mail went to. */
  giftReceiver?: { email: string | null };
  totalCents: number;
  /** What its coupon took off the prices of its items. */
  discountCents: number;
  couponCode: string | null;
  paidAt: Date | null;
  /** Until when it is promised; null if it was paid before the shop kept this. */
  dueAt: Date | null;
  /** The file of a skin is being updated. */
  awaitsUpdate: boolean;
  /** In the sequence of the purchase. */
  items: BoughtItem[];
}

export interface BoughtItem {
  id: string;
  skinName: string;
  championName: string;
  /** Path of the shop's own image route. */
  picture: string;
  /** The price when the order was placed. */
  priceCents: number;
  /** The link, if the buyer may see it now. */
  downloadLink: string | null;
  /** It leads to a key, which no mail says. */
  isKey: boolean;
  whyBack: WhyBack | null;
  /** It was sold ahead, and its file is still to come: until when. */
  aheadUntil: string | null;
}

/**
 * For jobs, which have an id and no user. Screens read through a list that checks the owner. `from`: what its buyer
 * reads, or what whoever owns the skin of a gift reads.
 */
export async function readOrder(
  ctx: ShopContext,
  orderId: string,
  from: 'bought_items' | 'owed_items' = 'bought_items',
): Promise<OrderDetails | null> {
  const order = await ctx.db
    .selectFrom('orders')
    .selectAll()
    .select([awaitsUpdate.as('awaits_update'), isGift.as('isGift')])
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order) return null;
  const items = await ctx.db
    .selectFrom(from)
    .selectAll()
    .select(whyBack(from).as('why_back'))
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  return {
    id: order.id,
    userId: order.user_id,
    status: order.status,
    customerName: order.customer_name,
    customerEmail: order.customer_email,
    description: order.description,
    isGift: order.isGift,
    isManual: order.payment_method === MANUAL_GATEWAY,
    totalCents: order.total_cents,
    discountCents: order.discount_cents,
    couponCode: order.coupon_code,
    paidAt: order.paid_at,
    dueAt: order.due_at,
    awaitsUpdate: order.awaits_update,
    items: items.map((item) => ({
      id: item.id,
      skinName: item.skin_name,
      championName: item.champion_name,
      picture: item.splash_art_url,
      priceCents: item.price_cents,
      downloadLink: visibleLink(ctx, order.isGift, item),
      isKey: item.key_id !== null,
      whyBack: item.why_back,
      aheadUntil: item.ahead_until,
    })),
  };
}

/**
 * The same for whoever owns the skins and reads their links: its buyer, or of a gift the person who claimed it. null:
 * nobody owns them yet.
 */
export async function readOrderOfOwner(ctx: ShopContext, orderId: string): Promise<OrderDetails | null> {
  const order = await readOrder(ctx, orderId, 'owed_items');
  if (!order?.isGift) return order;
  const owner = await ctx.db
    .selectFrom('grants')
    .innerJoin('gifts', 'gifts.order_id', 'grants.order_id')
    .innerJoin('users', 'users.id', 'grants.owner_id')
    .selectAll('grants')
    .select(['users.name', 'users.email', 'gifts.receiver_email', 'gifts.status'])
    .where('grants.order_id', '=', orderId)
    .executeTakeFirst();
  if (!owner) return null;
  const downloadLink = visibleLink(ctx, false, { ...owner, grant_id: owner.id });
  const items = order.items.map((item) => ({ ...item, downloadLink }));
  if (owner.status === 'kept') return { ...order, items };
  return {
    ...order,
    items,
    userId: owner.owner_id,
    customerName: owner.name,
    customerEmail: owner.email,
    giftReceiver: { email: owner.receiver_email },
  };
}
