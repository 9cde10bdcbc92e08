import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { CouponsTable } from '#db/schema.ts';
import type { Discount } from './quote-purchase.ts';

export type CouponRow = Selectable<CouponsTable>;

/** A coupon as the API shows it. */
export const shownCoupon = z.object({
  code: z.string(),
  percent: z.number().nullable(),
  amountCents: z.number().nullable(),
  validFrom: z.date().nullable(),
  /** The first moment at which it is expired. */
  validTo: z.date().nullable(),
  maxUses: z.number().nullable(),
  maxPerPerson: z.number().nullable(),
  minTotalCents: z.number().nullable(),
  championId: z.string().nullable(),
  creator: z.string().nullable(),
  active: z.boolean(),
  /** Orders that use it, paid or not. */
  uses: z.number(),
});

/** A coupon, or the code of a creator. */
export type Coupon = Discount & Omit<z.output<typeof shownCoupon>, keyof Discount | 'uses'>;

/** Why a code does not lower a purchase, in the words of the contract. */
export type CouponRefusal =
  | 'unknown'
  | 'inactive'
  | 'not_yet'
  | 'expired'
  | 'champion'
  | 'min_total'
  | 'used_up'
  | 'per_person';

export function toCoupon(row: CouponRow): Coupon {
  const discount =
    row.percent === null
      ? { percent: null, amountCents: row.amount_cents ?? 0 }
      : { percent: row.percent, amountCents: null };
  return {
    ...discount,
    code: row.code,
    championId: row.champion_id,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    maxUses: row.max_uses,
    maxPerPerson: row.max_per_person,
    minTotalCents: row.min_total_cents,
    creator: row.creator,
    active: row.active,
  };
}
