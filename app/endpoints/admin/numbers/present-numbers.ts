import type { CouponNumbers } from '#shop/numbers/list-coupon-numbers.ts';
import type { SoldChampion, SoldSkin } from '#shop/numbers/list-top-skins.ts';
import type { Numbers } from '#shop/numbers/read-numbers.ts';

/** In the contract's words: money in reais. */
export function presentNumbers(
  { orders, paid, revenueCents, refundedCents, manual, createdToPaid, delivery, parts }: Numbers,
  top: { skins: SoldSkin[]; champions: SoldChampion[] },
  coupons: CouponNumbers[],
) {
  return {
    orders,
    paid,
    revenue: revenueCents / 100,
    refunded: refundedCents / 100,
    manual: { orders: manual.orders, revenue: manual.revenueCents / 100 },
    created_to_paid: { rate: createdToPaid.rate, seconds_p50: createdToPaid.secondsP50 },
    minutes_to_delivery: { p50: delivery.minutesP50, p95: delivery.minutesP95, on_time: delivery.onTime },
    top_skins: top.skins.map((skin) => ({
      champion_id: skin.championId,
      champion_name: skin.championName,
      skin_num: skin.skinNum,
      skin_name: skin.skinName,
      sold: skin.sold,
      revenue: skin.revenueCents / 100,
    })),
    top_champions: top.champions.map((champion) => ({
      champion_id: champion.championId,
      champion_name: champion.championName,
      sold: champion.sold,
      revenue: champion.revenueCents / 100,
    })),
    by_day: parts.map((day) => ({ day: day.from, orders: day.orders, revenue: day.revenueCents / 100 })),
    coupons: coupons.map(({ code, creator, orders: sold, revenueCents: cents, discountCents }) => ({
      code,
      creator,
      orders: sold,
      revenue: cents / 100,
      discount: discountCents / 100,
    })),
  };
}
