import { z } from 'zod';
import { fromStandby } from '#shop/from-standby.ts';
import { operation } from '#shop/operation.ts';
import { dayOf, readSpan } from './day-span.ts';
import { listCouponNumbers } from './list-coupon-numbers.ts';
import { listTopSkins } from './list-top-skins.ts';
import { readNumbers } from './read-numbers.ts';

const count = z.number();
const rate = z.number().nullable();
const sold = z.object({ championName: z.string(), sold: count, revenueCents: count });

/** The figures of whole days of São Paulo, both ends included; today without them. */
export const showNumbers = operation(
  {
    id: 'numbers.read',
    who: 'numbers',
    input: z.object({ from: z.string().nullish(), to: z.string().nullish() }),
    output: z.object({
      orders: count,
      paid: count,
      revenueCents: count,
      refundedCents: count,
      manual: z.object({ orders: count, revenueCents: count }),
      createdToPaid: z
        .object({ rate, secondsP50: rate })
        .transform(({ secondsP50: seconds_p50, ...paid }) => ({ ...paid, seconds_p50 })),
      minutesToDelivery: z.object({ p50: rate, p95: rate, onTime: rate }),
      topSkins: z.array(sold.extend({ sku: z.string(), skinName: z.string() })),
      topChampions: z.array(sold.extend({ championId: z.string() })),
      byDay: z.array(z.object({ day: z.string(), orders: count, revenueCents: count })),
      coupons: z.array(
        z.object({
          code: z.string(),
          creator: z.string().nullable(),
          orders: count,
          revenueCents: count,
          discountCents: count,
        }),
      ),
    }),
    refusals: { malformed: 400 },
  },
  async (ctx, { from, to }) => {
    const query = new URLSearchParams({ ...(from && { from }), ...(to && { to }) });
    const asked = readSpan(query, dayOf(ctx.now()));
    if (!asked.ok) return { ok: false, reason: 'malformed' };
    const late = fromStandby(ctx);
    const [{ delivery, parts, ...numbers }, top, coupons] = await Promise.all([
      readNumbers(late, asked.span),
      listTopSkins(late, asked.span),
      listCouponNumbers(late, asked.span),
    ]);
    const { minutesP50: p50, minutesP95: p95, onTime } = delivery;
    return {
      ...numbers,
      minutesToDelivery: { p50, p95, onTime },
      topSkins: top.skins,
      topChampions: top.champions,
      byDay: parts.map((day) => ({ ...day, day: day.from })),
      coupons,
    };
  },
);
