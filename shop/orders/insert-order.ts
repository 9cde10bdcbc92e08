import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import type { OrderItemRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import type { ChargeCustomer } from '#shop/payments/gateway.ts';
import { describeOrderData } from '#shop/events/programs/describe-event.ts';
import { insertDeliveries } from '#shop/events/programs/insert-deliveries.ts';
import { tellSoon } from '#shop/events/tell-soon.ts';
import { draftCharge } from '#shop/payments/charges/draft-charge.ts';
import type { OpenedCharge } from '#shop/payments/charges/open-charge.ts';
import type { CouponRefusal } from '#shop/pricing/coupon.ts';
import { reserveCoupon } from '#shop/pricing/coupon-uses.ts';
import type { Gift } from '#shop/gifts/check-gift.ts';
import { writeGift } from '#shop/gifts/write-gift.ts';
import { draftOrder } from './draft-order.ts';
import type { PurchasePlan } from './plan-purchase.ts';

export type InsertOrderResult =
  | { ok: true; order: { id: string; status: 'awaiting_payment' }; charge: OpenedCharge }
  /**
   * Nothing was written. These skins are owned already; or, if there are none, another order has the key or the
   * purchase.
   */
  | { ok: false; owned: string[]; coupon: CouponRefusal | null };

/** Named apart from the rows, because a free charge has none: the statement's text is the same for it. */
const ITEM_COLUMNS = [
  'id',
  'order_id',
  'position',
  'sku',
  'skin_name',
  'champion_name',
  'splash_art_url',
  'price_cents',
  'discount_cents',
  'placed_at',
  'preorder_until',
] as const satisfies (keyof OrderItemRow)[];

/**
 * Inserts order, items and charge in one statement, which is its own transaction: one round trip, and no lock while
 * the shop computes. The rows are JSON, so that every purchase has the same statement text. With a coupon, whose uses
 * are counted first, or as a gift, which may be a skin that its buyer owns, it is a transaction of a few statements.
 */
export async function insertOrder(
  ctx: ShopContext,
  request: {
    userId: string;
    customer: ChargeCustomer;
    idempotencyKey: string | null;
    coupon?: { code: string } | null;
    gift?: Gift | null;
  },
  plan: PurchasePlan,
): Promise<InsertOrderResult> {
  const drafted = draftOrder(ctx, request, plan);
  const order = { ...drafted.order, idempotency_key: request.idempotencyKey };
  const { items } = drafted;
  const charge = draftCharge(ctx, order);

  const insert = (executor: Executor) =>
    sql<{ placed: boolean; owned: string[] }>`
    with wanted as (
      select ${namesOf(ITEM_COLUMNS)}
      from jsonb_populate_recordset(null::order_items, ${JSON.stringify(items)}::jsonb)
    ), owned as (
      select held.skin_name from user_collection held join wanted using (sku)
      where held.user_id = ${request.userId} and not ${Boolean(request.gift)}::boolean
    ), placed as (
      insert into orders (${namesOf(Object.keys(order))})
      select ${namesOf(Object.keys(order))}
      from jsonb_populate_record(null::orders, ${JSON.stringify(order)}::jsonb)
      where not exists (select from owned) and not exists (
        select from idempotency_keys
        where user_id = ${request.userId} and key = ${request.idempotencyKey})
      on conflict do nothing
      returning id
    ), itemised as (
      insert into order_items (${namesOf(ITEM_COLUMNS)})
      select ${namesOf(ITEM_COLUMNS)} from wanted where order_id in (select id from placed)
    ), keyed as (
      insert into idempotency_keys (user_id, key, order_id, created_at)
      select ${request.userId}, ${request.idempotencyKey}, placed.id, ${order.created_at}::timestamptz
      from placed where ${request.idempotencyKey}::text is not null
    ), charged as (
      insert into charges (${namesOf(Object.keys(charge))})
      select ${namesOf(Object.keys(charge))}
      from jsonb_populate_record(null::charges, ${JSON.stringify(charge)}::jsonb)
      where order_id in (select id from placed)
    ), told as (
      ${insertDeliveries(order.created_at, [describeCreated(drafted)], sql<boolean>`exists (select from placed)`)}
    )
    select exists (select from placed) as placed, array(select skin_name from owned) as owned
  `.execute(executor);
  const { coupon, rows } = await insertAlone(ctx, request, insert, order.id).catch((error: unknown) => {
    // Another call took the key while this statement ran. Nothing was written, and the caller finds the other order.
    if (isTakenKey(error)) return { coupon: null, rows: [] };
    throw error;
  });
  const [row] = rows;
  if (!row?.placed) return { ok: false, owned: row?.owned ?? [], coupon };

  ctx.log.info('order.placed', { orderId: order.id, totalCents: order.total_cents, items: items.length });
  const placed = { id: order.id, user_id: request.userId, status: order.status };
  tellSoon(ctx, { name: 'order.changed', order: placed, isHidden: true });
  return {
    ok: true,
    order: { id: order.id, status: order.status },
    charge: {
      id: charge.id,
      mustCreate: true,
      written: { ...charge, description: order.description, customer: request.customer },
    },
  };
}

/** Nothing of it is in the database yet, and nothing is owed or paid. */
function describeCreated({ order, items }: ReturnType<typeof draftOrder>) {
  const unpaid = { payment_method: 'pix', paid_at: null, due_at: null, completed_at: null };
  const open = items.map((item) => ({ ...item, paid_cents: null, state: null }));
  return {
    type: 'order.created' as const,
    data: { order: describeOrderData({ ...order, ...unpaid }, open) },
  };
}

/** With neither coupon nor gift there is nothing to wait for. */
async function insertAlone<Row extends { placed: boolean }>(
  ctx: ShopContext,
  { userId, coupon, gift }: { userId: string; coupon?: { code: string } | null; gift?: Gift | null },
  insert: (executor: Executor) => Promise<{ rows: Row[] }>,
  orderId: string,
): Promise<{ rows: Row[]; coupon: CouponRefusal | null }> {
  if (!coupon && !gift) return { ...(await insert(ctx.db)), coupon: null };
  return ctx.transaction(async (tx) => {
    const refusal = coupon ? await reserveCoupon(ctx, tx, coupon.code, { userId }) : null;
    if (refusal) return { rows: [], coupon: refusal };
    const inserted = await insert(tx);
    if (gift && inserted.rows[0]?.placed) await writeGift(ctx, tx, orderId, gift);
    return { ...inserted, coupon: null };
  });
}

function namesOf(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(column)));
}

function isTakenKey(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'idempotency_keys_pkey';
}
