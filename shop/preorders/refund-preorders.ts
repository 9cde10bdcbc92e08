import { sql } from 'kysely';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import { revokeSkins } from '#shop/collection/revoke-skins.ts';
import type { OutwardContext } from '#shop/context.ts';
import { deliverLinkedProducts } from '#shop/delivery/deliver-linked-products.ts';
import { readLinkedItems } from '#shop/delivery/read-linked-items.ts';
import { tell } from '#shop/events/tell.ts';
import { dayOf } from '#shop/numbers/day-span.ts';
import { refundItems } from '#shop/refunds/refund-items.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { mostLeft, readMoneyOfOrder } from '#shop/states/read-order-money.ts';
import { hasCome, isRefunding, isWithheld, refuseDelivery } from '#shop/states/why-waits.ts';

const AT_ONCE = 500;

/**
 * Of a query on what is owed and its item. What is there is released or looked into. What staff refund goes with that
 * refund, or comes back here if it is dismissed.
 */
const isLate = (today: string) => sql<boolean>`(owed.waits_for = 'release' and item.preorder_until < ${today}
  and not ${hasCome} and not ${isRefunding('item')})`;

/**
 * The day is over and no file came. The money of what was sold ahead goes back by itself, once: the lock of the order
 * decides who is first, and what is owed is revoked in the transaction that records the refund. What was not sold yet
 * is sold no more; what its file came for is sold as everything else, whatever becomes of that file. So is what has a file
 * that is withheld, but if that is refused, none came.
 */
export async function refundPreorders(ctx: OutwardContext): Promise<void> {
  const today = dayOf(ctx.now());
  await ctx.transaction(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('preorders')
      .where('until', '<', today)
      .where(
        sql<boolean>`sku in (
          select sku from skin_files file where state <> 'broken' and not ${isWithheld}
          union all select sku from stock_keys
          union all select sku from products where is_active and download_url is not null)`,
      )
      .executeTakeFirst();
    const { numUpdatedRows } = await tx
      .updateTable('preorders')
      .set({ is_over: true })
      .where('until', '<', today)
      .where('is_over', '=', false)
      .executeTakeFirst();
    if (numDeletedRows + numUpdatedRows > 0n && ctx.catalog.ready())
      await announceCatalog(ctx, tx, ctx.catalog.current());
  });
  const late = await ctx.db
    .selectFrom('grants as owed')
    .innerJoin('order_items as item', 'item.id', 'owed.item_id')
    .select('owed.order_id')
    .distinct()
    .where(isLate(today))
    // The bank decides about that money.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('disputes')
            .select('disputes.id')
            .whereRef('disputes.order_id', '=', 'owed.order_id')
            .where('disputes.state', '=', 'open'),
        ),
      ),
    )
    .limit(AT_ONCE)
    .execute();
  for (const { order_id: orderId } of late) {
    // One order that cannot be written keeps no other from its refund.
    await giveBack(ctx, orderId, today).catch((error: unknown) =>
      ctx.log.error('preorder.refund_failed', { orderId, error }),
    );
  }
}

async function giveBack(ctx: OutwardContext, orderId: string, today: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    // Staff decide about a doubted payment first; another refund may be on its way.
    if (!order || (await refuseDelivery(tx, order))) return;
    const late = await tx
      .selectFrom('grants as owed')
      .innerJoin('order_items as item', 'item.id', 'owed.item_id')
      .select(['item.id', 'item.price_cents', 'item.paid_cents'])
      .where('owed.order_id', '=', orderId)
      .where(isLate(today))
      .execute();
    // Another process was faster, or the file was.
    if (late.length === 0) return;
    const itemIds = late.map(({ id }) => id);
    const amountCents = late.reduce((sum, item) => sum + (item.paid_cents ?? item.price_cents), 0);
    const { charges } = await readMoneyOfOrder(tx, orderId);
    const charge = mostLeft(charges);
    await revokeSkins(tx, order, ctx.now(), itemIds);
    if (charge)
      await refundItems(ctx, tx, order, {
        reason: 'preorder_over',
        chargeId: charge.chargeId,
        itemIds,
        amountCents,
      });
    const status = await deliverLinkedProducts(ctx, tx, order, await readLinkedItems(tx, orderId));
    await tell(ctx, tx, { name: 'order.changed', order: { ...order, status } });
    ctx.log.info('preorder.over', { orderId, items: itemIds.length, amountCents });
  });
}
