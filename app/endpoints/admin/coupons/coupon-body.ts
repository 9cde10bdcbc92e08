import { z } from 'zod';
import type { CouponFields, CouponForm } from '#shop/pricing/check-coupon.ts';
import type { ListedCoupon } from '#shop/pricing/list-coupons.ts';
import { isDay } from '#shop/text/is-day.ts';
import { reaisToCents } from '#shop/text/reais-to-cents.ts';
import { SHOP_OFFSET } from '#shop/text/shop-zone.ts';
import { answerError } from '../../http/answer-error.ts';

const moment = z.string().max(40).nullish();

/** The contract's names; sums in reais. A moment is a day of São Paulo (`2026-12-24`) or ISO 8601. */
export const couponChangesSchema = z.object({
  percent: z.number().nullish(),
  amount: z.number().nullish(),
  valid_from: moment,
  valid_to: moment,
  max_uses: z.number().nullish(),
  max_per_person: z.number().nullish(),
  min_total: z.number().nullish(),
  champion_id: z.string().max(64).nullish(),
  creator: z.string().max(500).nullish(),
  active: z.boolean().optional(),
});

export const newCouponSchema = couponChangesSchema.extend({ code: z.string().max(200) });

/** Only the fields in the body. A new kind of discount replaces the other kind. */
export function toCouponChanges(
  body: z.infer<typeof couponChangesSchema>,
): Partial<Omit<CouponForm, 'code'>> {
  const { percent, amount } = body;
  const changes = {
    percent: percent ?? (percent === null || typeof amount === 'number' ? null : undefined),
    amountCents:
      amount == null ? (amount === null || typeof percent === 'number' ? null : undefined) : cents(amount),
    validFrom: momentOf(body.valid_from, 0),
    validTo: momentOf(body.valid_to, 1),
    maxUses: body.max_uses,
    maxPerPerson: body.max_per_person,
    minTotalCents: body.min_total == null ? body.min_total : cents(body.min_total),
    championId: body.champion_id === undefined ? undefined : body.champion_id || null,
    creator: body.creator,
    active: body.active,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** In the contract's words. */
export function presentCoupon(coupon: ListedCoupon) {
  return {
    code: coupon.code,
    percent: coupon.percent,
    amount: reais(coupon.amountCents),
    valid_from: coupon.validFrom?.toISOString() ?? null,
    valid_to: coupon.validTo?.toISOString() ?? null,
    max_uses: coupon.maxUses,
    max_per_person: coupon.maxPerPerson,
    min_total: reais(coupon.minTotalCents),
    champion_id: coupon.championId,
    creator: coupon.creator,
    active: coupon.active,
    uses: coupon.uses,
  };
}

const WORDS: Record<keyof CouponForm, string> = {
  code: 'code',
  percent: 'percent',
  amountCents: 'amount',
  validFrom: 'valid_from',
  validTo: 'valid_to',
  maxUses: 'max_uses',
  maxPerPerson: 'max_per_person',
  minTotalCents: 'min_total',
  championId: 'champion_id',
  creator: 'creator',
  active: 'active',
};

export function refuseCoupon(fields: CouponFields, requestId: string): Response {
  const named = Object.entries(fields).map(([field, text]) => [WORDS[field as keyof CouponForm], text]);
  return answerError(422, 'invalid', requestId, undefined, {
    fields: Object.fromEntries(named) as Record<string, string>,
  });
}

const cents = (sum: number) => reaisToCents(sum) ?? Number.NaN;
const reais = (sum: number | null) => (sum === null ? null : sum / 100);

/**
 * A day begins at its first moment and ends at the first one of the next. A time without an offset is UTC, as all of the
 * contract's are. What is no moment is an invalid Date.
 */
function momentOf(text: string | null | undefined, daysLater: 0 | 1): Date | null | undefined {
  if (text === undefined) return undefined;
  if (text === null || text === '') return null;
  if (!isDay(text)) {
    const isMoment = /^\d{4}-\d\d-\d\dT/.test(text);
    return new Date(isMoment ? (/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`) : Number.NaN);
  }
  return new Date(Date.parse(`${text}T00:00:00${SHOP_OFFSET}`) + daysLater * 24 * 3600 * 1000);
}
