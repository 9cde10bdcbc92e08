import type { Executor } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import { ownedSkinNames } from '#shop/collection/owned-skins.ts';
import type { ShopContext } from '#shop/context.ts';
import { isGiftOrder } from '#shop/states/is-gift.ts';
import type { Payment } from '#shop/payments/charges/find-payment.ts';
import { checkSale, type SaleCheck } from './check-sale.ts';

export type SaleRefusal =
  | Extract<SaleCheck, { ok: false }>
  | { ok: false; reason: 'already_owned'; skins: string[] };

/**
 * Why an unpaid order may not be paid any more, with the reasons of the first checkout: a skin left the
 * catalogue or is off sale, or its buyer owns it through another order now, unless it is a gift. null: it may be paid.
 * `isGift`: what it is about to be; absent: what it is.
 */
export async function checkOpenOrder(
  ctx: ShopContext,
  executor: Executor,
  order: Pick<OrderRow, 'id' | 'user_id'>,
  isGift?: boolean,
): Promise<SaleRefusal | null> {
  const items = await executor
    .selectFrom('order_items')
    .select('sku')
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const skus = items.map(({ sku }) => sku);
  const sale = checkSale(ctx, skus);
  if (!sale.ok) return sale;
  const owned = order.user_id === null ? [] : await ownedSkinNames(executor, order.user_id, skus);
  if (owned.length === 0 || (isGift ?? (await isGiftOrder(executor, order.id)))) return null;
  return { ok: false, reason: 'already_owned', skins: owned };
}

/** The same before a payment is shown. Only a code that can still be paid is checked. */
export async function readOpenOrderRefusal(
  ctx: ShopContext,
  payment: Pick<Payment, 'userId' | 'orderId' | 'orderStatus' | 'isGift' | 'status'>,
): Promise<SaleRefusal | null> {
  const { orderId: id, userId: user_id, isGift, orderStatus, status } = payment;
  if (orderStatus !== 'awaiting_payment' || status === 'held' || status === 'paid') return null;
  return checkOpenOrder(ctx, ctx.db, { id, user_id }, isGift);
}
