import { sql } from 'kysely';
import { z } from 'zod';
import type { GrantState, OrderRow, RefundReason } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';
import { whyBack } from '#shop/states/why-back.ts';
import { asksBack, isRefunding, isUnseen } from '#shop/states/why-waits.ts';
import { readOrderMoney } from '#shop/states/read-order-money.ts';
import { cursorInQueue, findStaffOrders, isQueue, type StaffOrderSearch } from './find-staff-orders.ts';
import { cutPage, type Page } from '#shop/pagination/page.ts';
import { MAX_COUNTED } from '#shop/pagination/max-counted.ts';
import {
  describeItem,
  describeOrder,
  cursorOfOrder,
  type OrderedItem,
  type OwnOrder,
} from '#shop/orders/list-own-orders.ts';
import { countWaitingOrders } from './count-waiting-orders.ts';
import { needsAttention } from './needs-attention.ts';
import { staffOrderQuery } from './order-query.ts';

/** An order in the form that staff read. */
export interface StaffOrder extends Omit<
  OwnOrder,
  | 'awaitsUpdate'
  | 'awaitsExamination'
  | 'gift'
  | 'isExchanged'
  | 'isShared'
  | 'refundDueCents'
  | 'items'
  | 'paidAt'
  | 'withdrawalUntil'
  | 'withdrawal'
> {
  /** With every link, whether the buyer may see it or not. */
  items: (OrderedItem & {
    /** The link of the skin's file, for the field where staff give one. */
    knownLink: string | null;
    /** The name of the file that the shop stores for the skin. */
    storedFileName: string | null;
    /** What staff see of the key that its sale took; null: none, or it got a link or a file instead. */
    keyEnd: string | null;
    /** What is owed for it; null: it is unpaid. */
    state: GrantState | null;
    /** Without a link it gets a key: its own, or one of the stock. */
    hasKey: boolean;
  })[];
  /** null after the account was deleted. */
  userId: string | null;
  /** Its buyer asked to give it back, and nobody has answered: it is delivered knowingly or not at all. */
  asksBack: boolean;
  /** Refunds that are due or have failed. */
  refundsDue: { amountCents: number; reason: RefundReason }[];
  /** Payments of a wrong sum, which wait for a decision of staff. */
  heldCharges: { id: string; amountCents: number; paidCents: number }[];
}

export const STAFF_ORDERS_PAGE = 25;

/** Newest first, or as `search.sort` says. */
export async function listAllOrders(ctx: ShopContext, search: StaffOrderSearch): Promise<Page<StaffOrder>> {
  const rows = await findStaffOrders(ctx, search, STAFF_ORDERS_PAGE + 1);
  const { entries, nextCursor } = cutPage(rows, STAFF_ORDERS_PAGE, cursorOfList(search));
  return { entries: await describeOrders(ctx, entries), nextCursor };
}

export const showAllOrders = operation(
  {
    id: 'orders.list_all',
    who: 'orders.read',
    input: staffOrderQuery,
    output: z.custom<Page<StaffOrder>>(),
    refusals: {},
  },
  listAllOrders,
);

/** Where the next page of this list begins, of the last order on a page. */
export const cursorOfList = (search: StaffOrderSearch) => (isQueue(search) ? cursorInQueue : cursorOfOrder);

/** The query has the key of the item as `key`. */
const hasKey = sql<boolean>`(key.id is not null or exists (
  select from stock_keys free where free.sku = owed_items.sku and free.taken_at is null))`;

/** These orders with everything that the panel shows, in the same order. */
export async function describeOrders(ctx: ShopContext, rows: OrderRow[]): Promise<StaffOrder[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [items, refunds, held, money, asked] = await Promise.all([
    ctx.db
      .selectFrom('owed_items')
      .leftJoin('skin_files as file', (join) =>
        join
          .onRef('file.sku', '=', 'owed_items.sku')
          .on('file.state', '<>', 'broken')
          .on('file.updating', '=', false)
          .on(({ not }) => not(isUnseen)),
      )
      .leftJoin('files as stored', 'stored.id', 'file.file_id')
      .leftJoin('stock_keys as key', 'key.item_id', 'owed_items.id')
      .selectAll('owed_items')
      .select(['file.link as known_link', 'stored.name as stored_name', 'key.last_four as key_end'])
      .select([
        hasKey.as('has_key'),
        isRefunding('owed_items').as('refunding'),
        whyBack('owed_items').as('why_back'),
      ])
      .where('order_id', 'in', ids)
      .orderBy('position')
      .execute(),
    ctx.db
      .selectFrom('attention')
      .innerJoin('refunds', 'refunds.id', 'attention.refund_id')
      .select(['refunds.order_id', 'refunds.amount_cents', 'refunds.reason'])
      .where('refunds.order_id', 'in', ids)
      .where('attention.kind', 'in', ['refund_due', 'refund_failed'])
      .orderBy('refunds.created_at')
      .execute(),
    ctx.db
      .selectFrom('charges')
      .select(['id', 'order_id', 'amount_cents', 'paid_amount_cents'])
      .where('order_id', 'in', ids)
      .where('status', '=', 'held')
      .orderBy('created_at')
      .execute(),
    readOrderMoney(ctx.db, ids),
    ctx.db.selectFrom('orders').select('id').where('id', 'in', ids).where(asksBack).execute(),
  ]);
  return rows.map((row) => ({
    ...describeOrder(row, money.get(row.id)),
    userId: row.user_id,
    asksBack: asked.some(({ id }) => id === row.id),
    refundsDue: refunds
      .filter((refund) => refund.order_id === row.id)
      .map((refund) => ({ amountCents: refund.amount_cents, reason: refund.reason })),
    heldCharges: held
      .filter((charge) => charge.order_id === row.id)
      .map((charge) => ({
        id: charge.id,
        amountCents: charge.amount_cents,
        paidCents: charge.paid_amount_cents ?? 0,
      })),
    items: items
      .filter((item) => item.order_id === row.id)
      .map((item) => ({
        ...describeItem(ctx, row, item),
        // Staff send no link for what is on its way back.
        kept: item.kept && !(item.refunding && item.state === 'waiting'),
        knownLink: item.has_key ? null : item.known_link,
        storedFileName: item.has_key ? null : item.stored_name,
        keyEnd: item.link === null && item.file_id === null ? item.key_end : null,
        hasKey: item.has_key,
        state: item.state,
      })),
  }));
}

/** The counts above the list of staff: orders that wait for links, late ones, and those that wait for a decision about money. */
export async function countOpenOrders(
  ctx: ShopContext,
): Promise<{ pending: number; late: number; attention: number }> {
  const some = ctx.db.selectFrom('orders').select('orders.id').where(needsAttention).limit(MAX_COUNTED);
  const [waiting, { attention }] = await Promise.all([
    countWaitingOrders(ctx),
    ctx.db
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number>().as('attention'))
      .executeTakeFirstOrThrow(),
  ]);
  return { ...waiting, attention: Number(attention) };
}
