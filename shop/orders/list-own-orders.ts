import type { GiftStatus, OrderRow, SoldItemRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { cutPage, isAfter, type Page } from '#shop/pagination/page.ts';
import { withdrawalEnds } from './withdrawal-time.ts';
import { isHeldForCoupon } from '#shop/states/is-held-for-coupon.ts';
import { whyBack, type WhyBack } from '#shop/states/why-back.ts';
import { contentLink, visibleLink } from '#shop/states/content-link.ts';
import { readOrderMoney, type OrderMoney } from '#shop/states/read-order-money.ts';
import { awaitsExamination, awaitsUpdate } from '#shop/states/why-waits.ts';

/** An order in the form that its buyer reads. */
export interface OwnOrder {
  id: string;
  status: OrderRow['status'];
  customerName: string;
  customerEmail: string;
  totalCents: number;
  /** What its coupon took off the prices of its items. */
  discountCents: number;
  couponCode: string | null;
  description: string;
  attention: OrderRow['attention'];
  /** `attention` is about its coupon, and not about the sum. */
  isCouponOver: boolean;
  createdAt: Date;
  paymentMethod: string;
  linksSentAt: Date | null;
  /** Until when it is promised; null: not paid, or paid before the shop kept this. */
  dueAt: Date | null;
  /** The file of a skin is being updated. */
  awaitsUpdate: boolean;
  /** The team looks into the file of a skin before it comes. */
  awaitsExamination: boolean;
  deliveredAt: Date | null;
  /** Money on its way back to the buyer. */
  refundDueCents: number;
  /** Money that went back. */
  refundedCents: number;
  /** Of that, what the bank took back by itself. */
  chargedBackCents: number;
  /** All paid money went back. */
  isRefunded: boolean;
  /** All of it went or goes back: nothing is delivered. */
  isPromisedBack: boolean;
  paidAt: Date | null;
  /** Until when it can be given back; null: not paid, nothing left to send back, or asked for already. */
  withdrawalUntil: Date | null;
  /** The buyer asked to give it back, and the answer of staff if they refused. */
  withdrawal: { isWaiting: boolean; answer: string | null } | null;
  items: OrderedItem[];
  /** For whom it is; null: for the buyer. */
  gift: OwnGift | null;
  /** Whoever opened the gift had its skin, and took another one. Its buyer learns that, and never which. */
  isExchanged: boolean;
  /** Somebody else may pay it: whoever has its address. */
  isShared: boolean;
}

export interface OwnGift {
  status: GiftStatus;
  /** null: forgotten. */
  receiverEmail: string | null;
}

export interface OrderedItem {
  id: string;
  orderId: string;
  sku: string;
  skinName: string;
  championName: string;
  splashPath: string;
  priceCents: number;
  /** Its share of what was paid; 0 before. */
  paidCents: number;
  /** false: its money goes or went back, and the skin is not this order's. */
  kept: boolean;
  /** Why it is not, if nobody asked for that. */
  whyBack: WhyBack | null;
  /** It was sold ahead, and its file is still to come: until when. */
  aheadUntil: string | null;
  /** null for the buyer until the order is complete, and again after its money went back. */
  downloadLink: string | null;
}

const OWN_ORDERS_PAGE = 50;

/** Newest first, starting before `cursor`; `nextCursor` is null on the last page. `orderId`: that one alone. */
export async function listOwnOrders(
  ctx: ShopContext,
  { userId, cursor, orderId }: { userId: string; cursor: string | null; orderId?: string },
): Promise<Page<OwnOrder>> {
  const rows = await ctx.db
    .selectFrom('orders')
    .selectAll()
    .select([awaitsUpdate.as('awaits_update'), awaitsExamination.as('awaits_examination')])
    .where('user_id', '=', userId)
    .where(isAfter(cursor))
    .$if(orderId !== undefined, (query) => query.where('orders.id', '=', orderId ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(OWN_ORDERS_PAGE + 1)
    .execute();
  const { entries: page, nextCursor } = cutPage(rows, OWN_ORDERS_PAGE, cursorOfOrder);
  const ids = page.map((row) => row.id);
  if (ids.length === 0) return { entries: [], nextCursor };

  const items = await ctx.db
    .selectFrom('bought_items')
    .selectAll()
    .select(whyBack('bought_items').as('why_back'))
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute();
  const money = await readOrderMoney(ctx.db, ids);
  const gifts = await findGifts(ctx, ids);
  const shares = await ctx.db
    .selectFrom('order_shares')
    .select('order_id')
    .where('order_id', 'in', ids)
    .execute();
  const owed = await ctx.db
    .selectFrom('attention')
    .select(['order_id', 'amount_cents'])
    .where('order_id', 'in', ids)
    .where('kind', 'in', ['refund_due', 'refund_failed', 'refund_slow'])
    .execute();
  const withdrawals = await ctx.db
    .selectFrom('withdrawals')
    .leftJoin('attention_of_staff as waiting', (join) =>
      join.onRef('waiting.order_id', '=', 'withdrawals.order_id').on('waiting.kind', '=', 'withdrawal'),
    )
    .select([
      'withdrawals.order_id',
      'withdrawals.asked_at',
      'withdrawals.answer',
      'waiting.order_id as waiting',
    ])
    .where('withdrawals.order_id', 'in', ids)
    .execute();
  return {
    entries: page.map((row) =>
      describeOwnOrder(
        ctx,
        row,
        items.filter((item) => item.order_id === row.id),
        owed.filter((refund) => refund.order_id === row.id).reduce((sum, each) => sum + each.amount_cents, 0),
        money.get(row.id),
        // What was asked before the order was paid anew is over.
        withdrawals.find(
          ({ order_id: id, waiting, asked_at: askedAt }) =>
            id === row.id && (waiting !== null || row.paid_at === null || askedAt >= row.paid_at),
        ),
        gifts.get(row.id) ?? null,
        row.status === 'awaiting_payment' && shares.some((each) => each.order_id === row.id),
      ),
    ),
    nextCursor,
  };
}

/** By order; those that are none are not there. */
export async function findGifts(
  ctx: ShopContext,
  orderIds: readonly string[],
): Promise<Map<string, OwnGift>> {
  const gifts = await ctx.db
    .selectFrom('gifts')
    .select(['order_id', 'status', 'receiver_email as receiverEmail'])
    .where('order_id', 'in', orderIds)
    .execute();
  return new Map(gifts.map(({ order_id, ...gift }) => [order_id, gift]));
}

/** In every list of orders. */
export const cursorOfOrder = ({ created_at, id }: OrderRow) => ({ at: created_at, id });

function describeOwnOrder(
  ctx: ShopContext,
  order: OrderRow & { awaits_update: boolean; awaits_examination: boolean },
  items: OrderedRow[],
  refundDueCents: number,
  money: OrderMoney | undefined,
  withdrawal: { answer: string | null; waiting: string | null } | undefined,
  gift: OwnGift | null,
  isShared: boolean,
): OwnOrder {
  const canWithdraw =
    order.paid_at !== null && !withdrawal && gift?.status !== 'claimed' && (money?.leftCents ?? 0) > 0;
  return {
    ...describeOrder(order, money),
    paidAt: order.paid_at,
    withdrawalUntil: canWithdraw && order.paid_at ? withdrawalEnds(order.paid_at) : null,
    withdrawal: withdrawal ? { isWaiting: withdrawal.waiting !== null, answer: withdrawal.answer } : null,
    awaitsUpdate: order.awaits_update,
    awaitsExamination: order.awaits_examination,
    refundDueCents,
    gift,
    isExchanged: order.exchanged_at !== null,
    isShared,
    items: items.map((item) => ({
      ...describeItem(ctx, order, item),
      downloadLink: visibleLink(ctx, gift !== null, item),
    })),
  };
}

/** The fields that both buyer and staff read. */
export function describeOrder(order: OrderRow, money: OrderMoney | undefined) {
  return {
    id: order.id,
    status: order.status,
    customerName: order.customer_name,
    customerEmail: order.customer_email,
    totalCents: order.total_cents,
    discountCents: order.discount_cents,
    couponCode: order.coupon_code,
    description: order.description,
    attention: order.attention,
    isCouponOver: order.attention !== null && isHeldForCoupon(order, money?.receivedCents ?? 0),
    createdAt: order.created_at,
    paymentMethod: order.payment_method,
    linksSentAt: order.download_link_sent_at,
    dueAt: order.due_at,
    deliveredAt: order.completed_at,
    refundedCents: money?.refundedCents ?? 0,
    chargedBackCents: money?.charges.reduce((sum, each) => sum + each.chargedBackCents, 0) ?? 0,
    isRefunded: money?.isRefunded ?? false,
    isPromisedBack: money?.isPromisedBack ?? false,
  };
}

type OrderedRow = SoldItemRow & { why_back: WhyBack | null };

/** With its link, whether the buyer may see it or not. */
export function describeItem(
  ctx: ShopContext,
  order: Pick<OrderRow, 'paid_at'>,
  item: OrderedRow,
): OrderedItem {
  return {
    id: item.id,
    orderId: item.order_id,
    sku: item.sku,
    skinName: item.skin_name,
    championName: item.champion_name,
    splashPath: item.splash_art_url,
    priceCents: item.price_cents,
    paidCents: order.paid_at === null ? 0 : (item.paid_cents ?? item.price_cents),
    kept: item.kept,
    whyBack: item.why_back,
    aheadUntil: item.ahead_until,
    downloadLink: contentLink(ctx, item),
  };
}
