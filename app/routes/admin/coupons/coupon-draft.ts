import { dayOf } from '#shop/numbers/day-span.ts';
import type { ListedCoupon } from '#shop/pricing/list-coupons.ts';
import { readReais } from '../money/read-reais.ts';
import { lastMoment } from './coupon-words.ts';

/** The dialog's fields as they are typed. */
export interface CouponDraft {
  code: string;
  kind: 'percent' | 'amount';
  discount: string;
  validFrom: string;
  validTo: string;
  maxUses: string;
  maxPerPerson: string;
  minTotal: string;
  championId: string;
  creator: string;
}

export function draftOf(coupon: ListedCoupon | null): CouponDraft {
  return {
    code: coupon?.code ?? '',
    kind: coupon && coupon.percent === null ? 'amount' : 'percent',
    discount: coupon ? (coupon.percent?.toString() ?? sumText(coupon.amountCents)) : '',
    validFrom: coupon?.validFrom ? dayOf(coupon.validFrom) : '',
    validTo: coupon?.validTo ? dayOf(lastMoment(coupon.validTo)) : '',
    maxUses: coupon?.maxUses?.toString() ?? '',
    maxPerPerson: coupon?.maxPerPerson?.toString() ?? '',
    minTotal: sumText(coupon?.minTotalCents ?? null),
    championId: coupon?.championId ?? '',
    creator: coupon?.creator ?? '',
  };
}

/**
 * The body of the call. A field that was not touched is left out when a coupon is changed: a moment that a program set
 * is not cut to its day. What cannot be read becomes -1, which the server refuses at its field.
 */
export function readDraft(draft: CouponDraft, before: CouponDraft | null): Record<string, unknown> {
  const isPercent = draft.kind === 'percent';
  const body = {
    code: draft.code,
    percent: isPercent ? readWhole(draft.discount) : null,
    amount: isPercent ? null : readSum(draft.discount),
    valid_from: draft.validFrom || null,
    valid_to: draft.validTo || null,
    max_uses: readWhole(draft.maxUses),
    max_per_person: readWhole(draft.maxPerPerson),
    min_total: readSum(draft.minTotal),
    champion_id: draft.championId || null,
    creator: draft.creator,
  };
  if (!before) return body;
  const { code: _code, valid_from, valid_to, ...changes } = body;
  return {
    ...changes,
    ...(draft.validFrom === before.validFrom ? {} : { valid_from }),
    ...(draft.validTo === before.validTo ? {} : { valid_to }),
  };
}

function readWhole(text: string): number | null {
  const typed = text.trim().replace(/%$/, '');
  if (typed === '') return null;
  return /^\d{1,9}$/.test(typed) ? Number(typed) : -1;
}

function readSum(text: string): number | null {
  if (text.trim() === '') return null;
  const cents = readReais(text);
  return cents === null ? -1 : cents / 100;
}

function sumText(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2).replace('.', ',');
}
