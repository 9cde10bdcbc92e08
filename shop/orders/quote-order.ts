import type { ShopContext } from '#shop/context.ts';
import type { CouponRefusal } from '#shop/pricing/coupon.ts';
import { findSpentLimit } from '#shop/pricing/coupon-uses.ts';
import type { TypedCoupon } from '#shop/pricing/find-coupon.ts';
import { judgeCoupon } from '#shop/pricing/judge-coupon.ts';
import { quotePurchase } from '#shop/pricing/quote-purchase.ts';
import {
  planPurchase,
  type PlanPurchaseResult,
  type PurchasePlan,
  type WantedSkin,
} from './plan-purchase.ts';

export type QuoteOrderResult =
  | {
      ok: true;
      plan: PurchasePlan;
      /** null: none was named. `reason` null: it is taken off. */
      coupon: { code: string; reason: CouponRefusal | null } | null;
    }
  | Extract<PlanPurchaseResult, { ok: false }>;

/** What these skins cost now, with this code if it may be used. It reserves nothing. */
export async function quoteOrder(
  ctx: ShopContext,
  { skins, userId, typed }: { skins: WantedSkin[]; userId: string | null; typed: TypedCoupon | null },
): Promise<QuoteOrderResult> {
  const planned = planPurchase(ctx, { kind: 'skins', skins });
  if (!planned.ok || !typed) return planned.ok ? { ...planned, coupon: null } : planned;
  const reason =
    judgeCoupon(typed, planned.plan.items, ctx.now()) ?? (await findSpent(ctx, userId, typed, planned.plan));
  const coupon = { code: typed.code, reason };
  if (reason !== null) return { ...planned, coupon };
  return { ok: true, plan: { ...planned.plan, ...quotePurchase(planned.plan.items, typed.coupon) }, coupon };
}

/** The open order of the same skins does not stand in its own way: checkout finds it. */
async function findSpent(
  ctx: ShopContext,
  userId: string | null,
  { code, coupon }: TypedCoupon,
  { fingerprint }: PurchasePlan,
): Promise<CouponRefusal | null> {
  if (!coupon) return null;
  const open =
    userId === null
      ? undefined
      : await ctx.db
          .selectFrom('orders')
          .select('id')
          .where('user_id', '=', userId)
          .where('fingerprint', '=', fingerprint)
          .where('status', '=', 'awaiting_payment')
          .executeTakeFirst();
  const limits = { code, max_uses: coupon.maxUses, max_per_person: coupon.maxPerPerson };
  return findSpentLimit(ctx, ctx.db, limits, { userId, exceptOrderId: open?.id });
}
