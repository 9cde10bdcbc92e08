import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { skinPair } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import type { CouponRefusal } from '#shop/pricing/coupon.ts';
import { findSpentLimit } from '#shop/pricing/coupon-uses.ts';
import { findCoupon, type TypedCoupon } from '#shop/pricing/find-coupon.ts';
import { judgeCoupon } from '#shop/pricing/judge-coupon.ts';
import { quotePurchase } from '#shop/pricing/quote-purchase.ts';
import { explainCoupon } from './explain-coupon.ts';
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

/** What these skins cost with this code, and why it takes nothing off. */
export const showQuote = operation(
  {
    id: 'orders.quote',
    who: 'anyone',
    input: z.object({ items: z.array(skinPair).max(10_000), coupon: z.string().max(200).nullish() }),
    output: z.object({
      items: z.array(z.object({ sku: z.string(), priceCents: z.number() })),
      discountCents: z.number(),
      totalCents: z.number(),
      coupon: z
        .object({ code: z.string(), reason: z.string().nullable(), message: z.string().optional() })
        .nullable(),
    }),
    refusals: {
      no_items: 422,
      too_many_items: 422,
      amount_out_of_range: 422,
      skin_price_mismatch: [422, 'price_mismatch'],
      unknown_skin: 422,
      unavailable: 409,
      sold_out: [409, 'unavailable'],
      too_many_tries: 429,
    },
  },
  async (ctx, { items: skus, coupon: code, userId, source: { address } }) => {
    const typed = code?.trim() ? await findCoupon(ctx, { code: code.trim(), userId, address }) : null;
    if (typed && !typed.ok) return typed;
    const skins = skus.map((sku) => ({ sku }));
    const quoted = await quoteOrder(ctx, { skins, userId, typed });
    if (!quoted.ok) return quoted;
    const { plan, coupon } = quoted;
    const refused = typed && coupon?.reason ? { typed, reason: coupon.reason, userId, skins } : null;
    return {
      ...plan,
      coupon: coupon && { ...coupon, ...(refused && { message: await explainCoupon(ctx, refused) }) },
    };
  },
);

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
  { coupon }: TypedCoupon,
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
  return findSpentLimit(ctx, ctx.db, coupon, { userId, exceptOrderId: open?.id });
}
