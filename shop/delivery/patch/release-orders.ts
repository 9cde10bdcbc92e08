import { sql } from 'kysely';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { moveGrants } from '#shop/states/grant-state.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { refreshClocks } from '#shop/states/refresh-clocks.ts';
import { asksBack, hasCome, isWithdrawalAsked, isWithheld, refuseDelivery } from '#shop/states/why-waits.ts';
import { deliverLinkedProducts } from '#shop/delivery/deliver-linked-products.ts';
import { takeKeys } from '#shop/delivery/keys/take-keys.ts';
import { readLinkedItems, readyContent, wantsKey } from '#shop/delivery/read-linked-items.ts';

const AT_ONCE = 500;

/**
 * Orders that waited for an update, for the first file or key of what was sold ahead, or until somebody had looked into a file, and
 * need not wait any more: what delivers itself does so now. Once
 * each, because the order's lock decides and the note goes. The clock of each order that waits is set right after it.
 */
export async function releaseOrders(ctx: OutwardContext): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('grants as owed')
    .innerJoin('orders', 'orders.id', 'owed.order_id')
    .select(['owed.order_id', 'orders.paid_at'])
    .distinct()
    // As two partial indexes say it.
    .where(sql<boolean>`(owed.waits_for in ('update', 'examination') or owed.waits_for = 'release')`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('skin_files as file')
            .select('file.id')
            .whereRef('file.sku', '=', 'owed.sku')
            .where((eb) => eb.or([eb('file.updating', '=', true), isWithheld]))
            // Nor does what the link of its product delivers, or what is broken and waits for another file.
            .where(sql<boolean>`(file.updating or file.state <> 'broken' and not exists (
              select from products product where product.sku = owed.sku and product.is_active
                and product.download_url is not null))`)
            // What is sold by keys does not ask for its file.
            .where(sql<boolean>`not exists (select from stock_keys sold where sold.sku = owed.sku)`),
        ),
      ),
    )
    .where(sql<boolean>`(owed.waits_for <> 'release' or ${hasCome})`)
    .where(({ not }) => not(asksBack))
    // Of too few keys, who paid first gets one.
    .orderBy('orders.paid_at')
    .limit(AT_ONCE)
    .execute();
  for (const { order_id: orderId } of waiting) {
    // One order that cannot be written keeps no other from its delivery.
    await releaseOrder(ctx, orderId).catch((error: unknown) =>
      ctx.log.error('patch.release_failed', { orderId, error }),
    );
  }
  await refreshClocks(ctx, ctx.db);
}

async function releaseOrder(ctx: OutwardContext, orderId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return;
    // Its buyer wants it undone: it waits for the answer of staff, and its promise with it.
    if (await isWithdrawalAsked(tx, orderId)) return;
    const refusal = await refuseDelivery(tx, order);
    let items = await readLinkedItems(tx, orderId);
    const selling = items.filter((item) => item.waits_for === 'release' && !item.refunding && wantsKey(item));
    if (!refusal && selling.length > 0) {
      await takeKeys(ctx, tx, selling);
      items = await readLinkedItems(tx, orderId);
    }
    const released = items.filter(
      (item) =>
        !item.updating &&
        !item.withheld &&
        !item.refunding &&
        (item.waits_for === 'update' ||
          item.waits_for === 'examination' ||
          (item.waits_for === 'release' && readyContent(item) !== null)),
    );
    // Another process was faster.
    if (order.status !== 'pending' || released.length === 0) return;
    const ids = released.map(({ id }) => id);
    await moveGrants(tx, { order_id: orderId }, 'waiting', { waits_for: 'staff' })
      .where('id', 'in', ids)
      .execute();
    await refreshClocks(ctx, tx, { orderId });
    const status = refusal ? order.status : await deliverLinkedProducts(ctx, tx, order, items);
    await tell(ctx, tx, { name: 'order.changed', order: { ...order, status } });
    ctx.log.info('patch.order_released', { orderId, status });
  });
}
