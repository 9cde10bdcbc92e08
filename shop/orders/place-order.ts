import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import type { ChargeCustomer } from '#shop/payments/gateway.ts';
import {
  findLiveCode,
  findMoney,
  openCharge,
  type OpenedCharge,
} from '#shop/payments/charges/open-charge.ts';
import type { CouponRefusal } from '#shop/pricing/coupon.ts';
import { reserveCoupon } from '#shop/pricing/coupon-uses.ts';
import type { Gift } from '#shop/gifts/check-gift.ts';
import { isGiftOrder } from '#shop/states/is-gift.ts';
import { writeGift } from '#shop/gifts/write-gift.ts';
import type { TypedCoupon } from '#shop/pricing/find-coupon.ts';
import { judgeCoupon } from '#shop/pricing/judge-coupon.ts';
import { findByKey } from './find-by-key.ts';
import { checkOpenOrder, type SaleRefusal } from './check-open-order.ts';
import { customerColumns } from './customer-columns.ts';
import { insertOrder } from './insert-order.ts';
import {
  fingerprintOf,
  planPurchase,
  type PlanPurchaseResult,
  type Purchase,
  type PurchasePlan,
} from './plan-purchase.ts';
import { requoteOrder } from './requote-order.ts';
import { retellAhead } from './retell-ahead.ts';

export interface PlaceOrder {
  userId: string;
  purchase: Purchase;
  customer: ChargeCustomer;
  /** The total on the buyer's screen. It is never charged; a difference stops the order. */
  shownTotalCents: number | null;
  idempotencyKey: string | null;
  /** As `findCoupon` answered; null or absent: none. */
  coupon?: TypedCoupon | null;
  /** For whom it is, as `checkGift` answered; null or absent: for the buyer. */
  gift?: Gift | null;
}

export type PlaceOrderResult =
  | { ok: true; order: Pick<OrderRow, 'id' | 'status'>; charge: OpenedCharge; created: boolean }
  | Extract<PlanPurchaseResult, { ok: false }>
  | { ok: false; reason: 'key_reused' | 'gift_of_one_skin' }
  | SaleRefusal
  | { ok: false; reason: 'price_mismatch'; totalCents: number }
  | { ok: false; reason: 'coupon'; coupon: CouponRefusal }
  | { ok: false; reason: 'order_cancelled'; status: OrderRow['status'] };

/** A conflicting order may be closed before it is read. The next try then succeeds. */
const MAX_TRIES = 5;

/**
 * Commits an order `awaiting_payment` with its items and its charge row. The gateway is called after the commit.
 * The same key, or the same open purchase, returns the same order. The unique indexes of the database let
 * one of two simultaneous clicks insert; the other one waits and then finds that order. With another coupon than before,
 * as a gift, or with a total that is today's and not its own, the open order is quoted anew (docs/rulings.md, 'Changed
 * terms').
 */
export async function placeOrder(ctx: ShopContext, request: PlaceOrder): Promise<PlaceOrderResult> {
  const planned = planPurchase(ctx, request.purchase, request.coupon?.coupon ?? null);
  if (!planned.ok) return (await repeatPaid(ctx, request)) ?? planned;
  const { plan } = planned;
  if (request.gift && plan.items.length !== 1) return { ok: false, reason: 'gift_of_one_skin' };
  const isPriceRight = request.shownTotalCents === null || request.shownTotalCents === plan.totalCents;
  const coupon = request.coupon ? judgeCoupon(request.coupon, plan.items, ctx.now()) : null;
  const refusal: Refusal | null = coupon
    ? { ok: false, reason: 'coupon', coupon }
    : isPriceRight
      ? null
      : { ok: false, reason: 'price_mismatch', totalCents: plan.totalCents };

  for (let tries = 0; tries < MAX_TRIES; tries++) {
    // An older order may still have the coupon and the price that the screen showed; a new one cannot.
    const inserted = refusal ? null : await insertOrder(ctx, request, plan);
    if (inserted?.ok) return { ...inserted, created: true };
    const repeated = await repeatOrder(ctx, request, plan, refusal);
    if (repeated) return repeated;
    if (refusal) return refusal;
    if (inserted?.coupon) return { ok: false, reason: 'coupon', coupon: inserted.coupon };
    if (inserted && inserted.owned.length > 0)
      return { ok: false, reason: 'already_owned', skins: inserted.owned };
  }
  throw new Error(`An order of user ${request.userId} could neither be inserted nor found.`);
}

type Refusal = Extract<PlaceOrderResult, { reason: 'coupon' | 'price_mismatch' }>;

/**
 * `refusal`: why this purchase could not be placed as a new order.
 * @returns null: this request matches no order.
 */
async function repeatOrder(
  ctx: ShopContext,
  request: PlaceOrder,
  plan: PurchasePlan,
  refusal: Refusal | null,
): Promise<PlaceOrderResult | null> {
  return ctx.transaction(async (tx) => {
    const sameKey = await findSameKey(tx, request);
    let existing = sameKey ?? (await findOpen(tx, request.userId, plan.fingerprint));
    if (!existing) return null;
    if (existing.fingerprint !== plan.fingerprint) return { ok: false, reason: 'key_reused' };
    const isOpen = existing.status === 'awaiting_payment' && !(await findMoney(tx, existing.id));
    const code = request.coupon?.code ?? null;
    const gift = request.gift ?? null;
    if (isOpen && isQuotedAnew(existing, await isGiftOrder(tx, existing.id), request, plan)) {
      if (refusal) return refusal;
      const coupon =
        code === null || code === existing.coupon_code
          ? null
          : await reserveCoupon(ctx, tx, code, { userId: request.userId, exceptOrderId: existing.id });
      if (coupon) return { ok: false, reason: 'coupon', coupon };
      const unsold = await checkOpenOrder(ctx, tx, existing, gift !== null);
      if (unsold) return unsold;
      await writeGift(ctx, tx, existing.id, gift);
      existing = await requoteOrder(ctx, tx, existing, plan, code);
    }
    if (request.shownTotalCents !== null && request.shownTotalCents !== existing.total_cents) {
      return { ok: false, reason: 'price_mismatch', totalCents: existing.total_cents };
    }
    if (isOpen) {
      // Its code can still be paid with the coupon; a new one cannot.
      if (refusal?.reason === 'coupon' && !(await findLiveCode(ctx, tx, existing.id))) return refusal;
      // The buyer has bought it through another order since: this payment would have to be refunded.
      const unsold = await checkOpenOrder(ctx, tx, existing);
      if (unsold) return unsold;
      await writeGift(ctx, tx, existing.id, gift);
      await retellAhead(ctx, tx, existing.id);
    }
    const charge = await openCharge(ctx, tx, existing);
    if (!charge) return { ok: false, reason: 'order_cancelled', status: existing.status };
    if (!sameKey && !(await claimKey(ctx, tx, request, existing.id)))
      return { ok: false, reason: 'key_reused' };
    if (existing.status === 'awaiting_payment') await updateCustomer(ctx, tx, existing.id, request.customer);
    return { ok: true, order: existing, charge, created: false };
  });
}

/** A buyer who has paid reads that again, whatever has become of the skins and their prices. null: it is not that. */
async function repeatPaid(ctx: ShopContext, request: PlaceOrder): Promise<PlaceOrderResult | null> {
  return ctx.transaction(async (tx) => {
    const order = await findSameKey(tx, request);
    if (order?.fingerprint !== fingerprintOf(request.purchase)) return null;
    if (order.status === 'awaiting_payment' && !(await findMoney(tx, order.id))) return null;
    const charge = await openCharge(ctx, tx, order);
    return charge && { ok: true, order, charge, created: false };
  });
}

/** Other terms than before, or the screen has read today's total (docs/rulings.md, 'Changed terms'). */
function isQuotedAnew(
  order: OrderRow,
  isGift: boolean,
  { coupon, gift, shownTotalCents }: PlaceOrder,
  { totalCents }: PurchasePlan,
): boolean {
  return (
    order.coupon_code !== (coupon?.code ?? null) ||
    isGift !== Boolean(gift) ||
    (shownTotalCents === totalCents && order.total_cents !== totalCents)
  );
}

async function findSameKey(
  tx: Tx,
  { userId, idempotencyKey: key }: PlaceOrder,
): Promise<OrderRow | undefined> {
  return key === null ? undefined : findByKey(tx, { userId, key });
}

async function findOpen(tx: Tx, userId: string, fingerprint: string): Promise<OrderRow | undefined> {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('fingerprint', '=', fingerprint)
    .where('status', '=', 'awaiting_payment')
    .forUpdate()
    .executeTakeFirst();
}

/** Binds a key to the open order that it found. false: another call has bound it to another order. */
async function claimKey(
  ctx: ShopContext,
  tx: Tx,
  { userId: user_id, idempotencyKey: key }: PlaceOrder,
  orderId: string,
): Promise<boolean> {
  if (key === null) return true;
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ user_id, key, order_id: orderId, created_at: ctx.now() })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst();
  if (claimed.numInsertedOrUpdatedRows === 1n) return true;
  return (await findByKey(tx, { userId: user_id, key }))?.id === orderId;
}

/** The buyer corrected a typing error: mails use the newest details. */
async function updateCustomer(
  ctx: ShopContext,
  tx: Tx,
  orderId: string,
  customer: ChargeCustomer,
): Promise<void> {
  await tx.updateTable('orders').set(customerColumns(ctx, customer)).where('id', '=', orderId).execute();
}
