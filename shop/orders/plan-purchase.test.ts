import { expect, test } from 'vitest';
import type { Skin } from '#shop/catalog/catalog.ts';
import type { ShopContext } from '#shop/context.ts';
import { FREE_CHARGE_CENTS, MAX_SKINS_PER_ORDER, planPurchase } from './plan-purchase.ts';

const skin = (num: number): Skin => ({
  sku: `lol:Liora:${num}`,
  championId: 'Liora',
  championName: 'Liora',
  num,
  name: `Liora ${num}`,
  splashPath: `/img/Liora_${num}`,
  color: null,
  available: num !== 500,
  priceCents: num === 25 ? 2490 : 1500,
});
const findSkin = (sku: string) => {
  const num = Number(sku.split(':')[2]);
  return num <= 500 ? skin(num) : null;
};
/** Only the catalogue is asked; it has Liora's skins up to the number 500, which is switched off. */
const shop = {
  catalog: { current: () => ({ findSkin }) },
} as unknown as ShopContext;

const plan = (...numbers: number[]) =>
  planPurchase(shop, {
    kind: 'skins',
    skins: numbers.map((skinNum) => ({ sku: `lol:Liora:${skinNum}` })),
  });
const free = (amountCents: number) =>
  planPurchase(shop, { kind: 'free', amountCents, description: 'Combinado' });

test('one skin is called by its name, several by their number; each costs the price, once', () => {
  expect(plan(3)).toEqual({
    ok: true,
    plan: {
      items: [{ ...skin(3), discountCents: 0 }],
      discountCents: 0,
      totalCents: 1500,
      description: 'Liora 3',
      fingerprint: 'Liora_3',
    },
  });
  expect(plan(7, 3, 7)).toEqual({
    ok: true,
    plan: {
      items: [
        { ...skin(7), discountCents: 0 },
        { ...skin(3), discountCents: 0 },
      ],
      discountCents: 0,
      totalCents: 3000,
      description: '2 skins',
      fingerprint: 'Liora_3,Liora_7',
    },
  });
});

test('an order has one to a hundred skins', () => {
  const numbers = Array.from({ length: MAX_SKINS_PER_ORDER }, (_, n) => n + 1);
  expect(MAX_SKINS_PER_ORDER).toBe(100);
  expect(plan()).toEqual({ ok: false, reason: 'no_items' });
  expect(plan(...numbers)).toMatchObject({
    ok: true,
    plan: { totalCents: 150_990, description: '100 skins' },
  });
  expect(plan(...numbers, 101)).toEqual({ ok: false, reason: 'too_many_items' });
});

test('what is unknown or switched off is named, and nothing is planned', () => {
  const unknown = { ok: false, reason: 'unknown_skin', skins: ['Liora_501', 'Liora_502'] };
  expect(plan(501, 1, 500, 502)).toEqual(unknown);
  expect(plan(1, 500)).toEqual({ ok: false, reason: 'unavailable', skins: ['Liora 500'] });
});

test('a skin that was shown at another price than its own stops the purchase', () => {
  const shown = (...skins: [skinNum: number, shownPriceCents?: number][]) =>
    planPurchase(shop, {
      kind: 'skins',
      skins: skins.map(([skinNum, shownPriceCents]) => ({ sku: `lol:Liora:${skinNum}`, shownPriceCents })),
    });
  expect(shown([3, 1500], [25, 2490], [7])).toMatchObject({ ok: true, plan: { totalCents: 5490 } });
  const refusal = { ok: false, reason: 'skin_price_mismatch' };
  expect(shown([3, 1500], [25, 1500])).toEqual({ ...refusal, priceCents: 2490 });
  expect(shown([3, 0])).toEqual({ ...refusal, priceCents: 1500 });
  expect(shown([25, 2490], [25, 1500])).toEqual({ ...refusal, priceCents: 2490 });
});

test('a free charge costs what was asked within its bounds, which it may touch', () => {
  expect(FREE_CHARGE_CENTS).toEqual({ min: 100, max: 500_000 });
  expect(free(100)).toEqual({
    ok: true,
    plan: {
      items: [],
      discountCents: 0,
      totalCents: 100,
      description: 'Combinado',
      fingerprint: 'free:100:Combinado',
    },
  });
  expect(free(500_000)).toMatchObject({ ok: true, plan: { totalCents: 500_000 } });
  for (const cents of [99, 0, -100, 500_001]) {
    expect(free(cents)).toEqual({ ok: false, reason: 'amount_out_of_range' });
  }
});
