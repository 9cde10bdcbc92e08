import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { OrderRow, OrderStatus, RefundReason } from '#db/schema.ts';
import { refreshAttention } from '#shop/states/refresh-attention.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { deliverLinkedProducts, type LinkedItem } from '#shop/delivery/deliver-linked-products.ts';
import { tell } from '#shop/events/tell.ts';
import { offerGift } from '#shop/gifts/offer-gift.ts';
import { dueAt } from '#shop/promise/due-at.ts';
import { continuePurchase } from '#shop/states/continue-purchase.ts';
import { moveOrder } from '#shop/states/move-order.ts';
import { addDueRefund } from '#shop/refunds/add-due-refund.ts';
import { writeShares } from '#shop/refunds/write-shares.ts';

/**
 * Records that a charge is paid, in full or with a sum that staff accepted. Moves the order, fills the collection and
 * enqueues the confirmation mail, once each, in the caller's transaction, which holds the lock of the
 * order.
 * @returns the status of the order afterwards.
 */
export function acceptPayment(
  ctx: OutwardContext,
  tx: Tx,
  order: OrderRow,
  payment: { id: string; receivedCents: number },
): Promise<OrderStatus> {
  return continuePurchase(ctx, tx, { orderId: order.id }, { name: 'accept payment' }, () =>
    accept(ctx, tx, order, payment),
  );
}

async function accept(
  ctx: OutwardContext,
  tx: Tx,
  order: OrderRow,
  payment: { id: string; receivedCents: number },
): Promise<OrderStatus> {
  const owe = (amountCents: number, reason: RefundReason) =>
    addDueRefund(ctx, tx, { orderId: order.id, chargeId: payment.id, amountCents, reason });

  const now = ctx.now();
  const { promiseMinutes, staffHours } = ctx.settings;
  if (!(await moveOrder(tx, order.id, 'pending', now, dueAt(now, promiseMinutes, staffHours)))) {
    // Another code of this order was paid before: the buyer gets this money back.
    await owe(payment.receivedCents, 'paid_twice');
    return order.status;
  }
  // Another payment of it was held, and may be decided with this one.
  if (order.attention !== null) await refreshAttention(tx, order.id);
  if (order.user_id === null) {
    // The account is deleted: there is no collection, and nobody to write to.
    await owe(payment.receivedCents, 'no_account');
    return 'pending';
  }
  if (payment.receivedCents > order.total_cents) {
    await owe(payment.receivedCents - order.total_cents, 'overpaid');
  }

  const items = await addToCollection(ctx, tx, {
    id: order.id,
    userId: order.user_id,
    isGift: order.is_gift,
  });
  const shares = await writeShares(tx, items, Math.min(payment.receivedCents, order.total_cents));
  const doubledCents = items.reduce((sum, { kept }, n) => sum + (kept ? 0 : (shares[n] ?? 0)), 0);
  if (doubledCents > 0) await owe(doubledCents, 'already_owned');
  if (order.is_gift) await offerGift(ctx, tx, order.id);
  await tell(ctx, tx, { name: 'order.paid', orderId: order.id, userId: order.user_id });
  return deliverLinkedProducts(ctx, tx, order, items);
}

interface AddedItem extends LinkedItem {
  price_cents: number;
  discount_cents: number;
}

/**
 * A gift is added when somebody claims it.
 * @returns the items in their sequence, each with the link that delivers it by itself, in one statement.
 */
async function addToCollection(
  ctx: ShopContext,
  tx: Tx,
  order: { id: string; userId: string; isGift: boolean },
): Promise<AddedItem[]> {
  const { rows } = await sql<AddedItem>`
    with added as (
      insert into user_collection
        (user_id, order_id, champion_id, skin_num, skin_name, champion_name, splash_art_url, added_at)
      select ${order.userId}::uuid, order_id, champion_id, skin_num, skin_name, champion_name, splash_art_url,
        ${ctx.now()}::timestamptz
      from order_items where order_id = ${order.id} and not ${order.isGift}::boolean
      order by position
      on conflict (user_id, champion_id, skin_num) do nothing
      returning champion_id, skin_num
    ), noted as (
      update order_items item set paid_cents = null, kept = ours.is_new
      from (
        select id, ${order.isGift}::boolean or exists (select from added where (added.champion_id, added.skin_num) = (one.champion_id, one.skin_num))
          as is_new
        from order_items one where order_id = ${order.id}
      ) ours
      where item.id = ours.id and (item.kept <> ours.is_new or item.paid_cents is not null)
    )
    select item.id, item.champion_id, item.skin_num, item.skin_name, item.champion_name, item.splash_art_url,
      item.price_cents, item.discount_cents, ${order.isGift}::boolean or added.skin_num is not null as kept,
      coalesce(products.download_url, case when file.auto and file.state <> 'broken' then file.link end) as ready_link,
      case when products.download_url is null and file.auto and file.state <> 'broken' then file.file_id end
        as ready_file_id,
      coalesce(file.updating, false) as updating, false as filled
    from order_items item
      left join added using (champion_id, skin_num)
      left join products on products.champion_id = item.champion_id and products.skin_num = item.skin_num
        and products.is_active
      left join skin_files file on file.champion_id = item.champion_id and file.skin_num = item.skin_num
    where item.order_id = ${order.id}
    order by item.position
  `.execute(tx);
  return rows;
}
