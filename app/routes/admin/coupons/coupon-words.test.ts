import { expect, test } from 'vitest';
import type { ListedCoupon } from '#shop/pricing/list-coupons.ts';
import { couponBadge, describeSales, describeTerms } from './coupon-words.ts';

const NOW = new Date('2026-11-22T15:00:00Z');
const COUPON: ListedCoupon = {
  code: 'ANA10',
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
  uses: 0,
  paid: 0,
  revenueCents: 0,
  discountCents: 0,
};
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('a coupon says what it takes off, whom it is for and how often it was used', () => {
  expect(describeTerms(COUPON, null)).toBe('10% de desconto');
  expect(describeSales(COUPON)).toBe('0 usos · nenhuma venda');
  expect(describeSales({ ...COUPON, maxUses: 1 })).toBe('0 de 1 uso · nenhuma venda');
  const limited: ListedCoupon = {
    ...COUPON,
    percent: null,
    amountCents: 750,
    validFrom: new Date('2026-12-01T03:00:00Z'),
    validTo: new Date('2026-12-25T03:00:00Z'),
    minTotalCents: 3000,
    maxPerPerson: 1,
    maxUses: 1000,
    creator: 'Ana',
    uses: 3,
    paid: 1,
    revenueCents: 2250,
    discountCents: 750,
  };
  expect(plain(describeTerms(limited, 'Áurea'))).toBe(
    'R$ 7,50 de desconto em skins de Áurea · de 01/12/2026 a 24/12/2026 · mínimo R$ 30,00 · 1 por pessoa',
  );
  expect(plain(describeSales(limited))).toBe(
    'de Ana · 3 de 1.000 usos · 1 venda, R$ 22,50, com R$ 7,50 de desconto',
  );
});

test.each<[Partial<ListedCoupon>, string]>([
  [{}, 'Ativo'],
  [{ active: false, validTo: NOW }, 'Desligado'],
  [{ validTo: NOW }, 'Vencido'],
  [{ validFrom: new Date(NOW.getTime() + 1) }, 'Ainda não vale'],
  [{ maxUses: 2, uses: 2 }, 'Esgotado'],
])('%j is marked %s', (terms, label) => {
  expect(couponBadge({ ...COUPON, ...terms } as ListedCoupon, NOW).label).toBe(label);
});
