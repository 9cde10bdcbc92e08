import { expect, test } from 'vitest';
import type { Coupon } from './coupon.ts';
import { judgeCoupon } from './judge-coupon.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const items = [1500, 1000].map((priceCents) => ({ championId: 'Aurea', priceCents }));
const judge = (terms: Partial<Pick<Coupon, 'validFrom' | 'validTo' | 'minTotalCents'>>) => {
  const coupon: Coupon = {
    code: 'VERAO',
    percent: 10,
    amountCents: null,
    championId: null,
    validFrom: null,
    validTo: null,
    maxUses: null,
    maxPerPerson: null,
    minTotalCents: null,
    creator: null,
    active: true,
    ...terms,
  };
  return judgeCoupon({ code: coupon.code, coupon }, items, at(10));
};

test('a code counts from its first moment on, and no more in its last', () => {
  expect([9, 10, 11].map((second) => judge({ validFrom: at(second) }))).toEqual([null, null, 'not_yet']);
  expect([9, 10, 11].map((second) => judge({ validTo: at(second) }))).toEqual(['expired', 'expired', null]);
});

test('all skins together reach the smallest total, to the centavo', () => {
  expect([null, 2500, 2501].map((minTotalCents) => judge({ minTotalCents }))).toEqual([
    null,
    null,
    'min_total',
  ]);
});
