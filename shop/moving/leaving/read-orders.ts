import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import { readOrderMoney } from '#shop/states/read-order-money.ts';
import { toReais } from '#shop/text/reais.ts';
import type { OrderRecord } from '../draft.ts';

const PAGE = 500;

/** As the JSON has it. Sums are in reais. */
export interface ExportedOrder {
  id: string;
  source: string;
  number: string;
  email: string;
  name: string;
  phone: string;
  created_at: string;
  paid_at: string | null;
  delivered_at: string | null;
  state: string;
  total: number;
  discount: number;
  coupon: string | null;
  refunded: number;
  description: string;
  items: { sku: string; skin: string; group: string; price: number }[];
}

/** Money came in for it, here or in another shop. */
export const isSold = sql<boolean>`(orders.paid_at is not null or orders.status in ('pending', 'completed', 'imported'))`;

/** Every order that was sold, by its id. */
export async function* orderPages(db: Executor): AsyncGenerator<ExportedOrder[]> {
  for (let after: string | null = null; ;) {
    const orders = await readPage(db, after);
    if (orders.length === 0) return;
    const ids = orders.map(({ id }) => id);
    const items = await db
      .selectFrom('order_items')
      .select(['order_id', 'sku', 'skin_name', 'champion_name', 'price_cents'])
      .where('order_id', 'in', ids)
      .orderBy('position')
      .execute();
    const money = await readOrderMoney(db, ids);
    const ofOrder = Map.groupBy(items, ({ order_id }) => order_id);
    yield orders.map((order) => {
      const { receivedCents = 0, refundedCents = 0 } = money.get(order.id) ?? {};
      const back = refundedCents >= receivedCents ? 'refunded' : 'partially_refunded';
      const record = (order.record as OrderRecord | null) ?? {
        coupon: order.coupon_code,
        state: refundedCents === 0 ? 'paid' : back,
        paidAt: order.paid_at?.toISOString() ?? null,
        deliveredAt: order.completed_at?.toISOString() ?? null,
        refundedCents,
      };
      return {
        id: order.id,
        source: order.source ?? 'fulgor',
        number: order.number ?? order.id,
        email: (order.email ?? order.customer_email).toLowerCase(),
        name: order.customer_name,
        phone: order.customer_cellphone,
        created_at: order.created_at.toISOString(),
        paid_at: record.paidAt,
        delivered_at: record.deliveredAt,
        state: record.state,
        total: toReais(order.total_cents),
        discount: toReais(order.discount_cents),
        coupon: record.coupon,
        refunded: toReais(record.refundedCents),
        description: order.description,
        items: (ofOrder.get(order.id) ?? []).map((item) => ({
          sku: item.sku,
          skin: item.skin_name,
          group: item.champion_name,
          price: toReais(item.price_cents),
        })),
      };
    });
    after = ids.at(-1) ?? null;
  }
}

function readPage(db: Executor, after: string | null) {
  return db
    .selectFrom('orders')
    .leftJoin('imported_orders as imported', 'imported.order_id', 'orders.id')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .selectAll('orders')
    .select(['imported.source', 'imported.number', 'imported.record', 'users.email'])
    .where(isSold)
    .$if(after !== null, (query) => query.where('orders.id', '>', after ?? ''))
    .orderBy('orders.id')
    .limit(PAGE)
    .execute();
}

/** Who has what, beside the item that it was bought with: `item` is its place in the order. What came back is nobody's. */
export async function* ownedOf(db: Executor): AsyncGenerator<object[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<{ order_id: string; email: string; since: Date } & Record<string, unknown>>`
      with page as (
        select id, user_id from orders where id > ${after}::uuid and ${isSold} order by id limit ${PAGE}
      ), items as (
        select id, order_id, row_number() over (partition by order_id order by position) - 1 as place
        from order_items where order_id in (select id from page)
      )
      select page.id as order_id, items.place::int as item, owed.sku, owed.skin_name as skin, owed.champion_name as "group",
        owed.added_at as since, coalesce(users.email, owed.moved_for, buyer.email) as email
      from page
        left join items on items.order_id = page.id
        left join grants owed on owed.item_id = items.id and owed.state <> 'revoked'
        left join users on users.id = owed.owner_id
        -- A gift that nobody opened comes back to who paid for it.
        left join gifts on gifts.order_id = page.id and gifts.status = 'offered'
        left join users buyer on buyer.id = page.user_id and gifts.id is not null
      order by page.id, items.place`.execute(db);
    if (rows.length === 0) return;
    yield rows
      .filter(({ email }) => email)
      .map(({ order_id, item, sku, skin, group, since, email }) => ({
        email,
        order_id,
        item,
        sku,
        skin,
        group,
        since: since.toISOString(),
      }));
    after = rows.at(-1)?.order_id ?? after;
  }
}
