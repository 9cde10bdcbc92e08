import type { Selectable } from 'kysely';
import type { CouponsTable } from '#db/schema.ts';
import type { Discount } from './quote-purchase.ts';

export type CouponRow = Selectable<CouponsTable>;

/** A coupon, or the code of a creator. */
export type Coupon = Discount & {
  code: string;
  validFrom: Date | null;
  /** The first moment at which it is expired. */
  validTo: Date | null;
  maxUses: number | null;
  maxPerPerson: number | null;
  minTotalCents: number | null;
  creator: string | null;
  active: boolean;
  createdAt: Date;
};

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
    createdAt: row.created_at,
  };
}

/** Codes are written in capitals, and typed as it comes. */
export function tidyCode(typed: string): string {
  return typed.replaceAll(/\s/g, '').toUpperCase();
}

export const CODE_PATTERN = /^[A-Z0-9_-]{3,30}$/;
