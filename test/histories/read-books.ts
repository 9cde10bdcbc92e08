import type { ChargeRow, GiftRow, OrderRow, RefundRow, SoldItemRow } from '#db/schema.ts';
import { listAttention, type AttentionEntry } from '#shop/attention/list-attention.ts';
import { listCollection, type CollectionEntry } from '#shop/collection/list-collection.ts';
import type { ShopContext } from '#shop/context.ts';
import { listOwnOrders, type OwnOrder } from '#shop/orders/list-own-orders.ts';

/** Everything of one customer, as the tables have it and as the screens show it. Oldest first. */
export interface Books {
  orders: OrderRow[];
  /** As they are owed. */
  items: SoldItemRow[];
  charges: ChargeRow[];
  refunds: RefundRow[];
  attention: AttentionEntry[];
  shownOrders: OwnOrder[];
  collection: CollectionEntry[];
  /** For whom their gifts are, and what of their orders stands in the collections of others. */
  gifts: GiftRow[];
  /** Whose payment staff have accepted as it was. */
  accepted: ReadonlySet<string>;
  now: Date;
  given: { userId: string; orderId: string; skin: string; downloadLink: string | null }[];
}

export async function readBooks(
  ctx: ShopContext,
  userId: string,
  accepted: ReadonlySet<string>,
): Promise<Books> {
  const { db } = ctx;
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) {
    const none = { items: [], charges: [], refunds: [], attention: [], shownOrders: [] };
    return { orders, accepted, now: ctx.now(), ...none, collection: [], gifts: [], given: [] };
  }
  const [items, charges, refunds] = await Promise.all([
    db.selectFrom('owed_items').selectAll().where('order_id', 'in', ids).orderBy('position').execute(),
    db
      .selectFrom('charges')
      .selectAll()
      .where('order_id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('refunds')
      .selectAll()
      .where('order_id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ]);
  const attention: AttentionEntry[] = [];
  for (const orderId of ids) attention.push(...(await listAttention(ctx, { orderId })));
  const [{ entries: shownOrders }, { entries: collection }] = await Promise.all([
    listOwnOrders(ctx, { userId, cursor: null }),
    listCollection(ctx, { userId, cursor: null }),
  ]);
  const gifts = await db.selectFrom('gifts').selectAll().where('order_id', 'in', ids).execute();
  const given = await db
    .selectFrom('user_collection')
    .selectAll()
    .where('order_id', 'in', ids)
    .where('user_id', '<>', userId)
    .execute();
  return {
    orders,
    accepted,
    now: ctx.now(),
    items,
    charges,
    refunds,
    attention,
    shownOrders,
    collection,
    gifts,
    given: given.map((entry) => ({
      userId: entry.user_id,
      orderId: entry.order_id ?? '',
      skin: entry.sku,
      downloadLink: entry.link ?? entry.file_id,
    })),
  };
}
