import type { Skin } from '#shop/catalog/catalog.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';
import { quotePurchase, type Discount, type Quote } from '#shop/pricing/quote-purchase.ts';
import { checkSale, type SaleCheck } from './check-sale.ts';

export const MAX_SKINS_PER_ORDER = 100;
/** Limits of a charge without items. */
export const FREE_CHARGE_CENTS = { min: 100, max: 500_000 } as const;

export type Purchase =
  | { kind: 'skins'; skins: WantedSkin[] }
  | { kind: 'free'; amountCents: number; description: string };

export interface WantedSkin {
  sku: string;
  /**
   * The total on the buyer's screen, if the request has it. It is never charged; a difference stops the order.
   */
  shownPriceCents?: number | undefined;
}

export interface PurchasePlan extends Quote<Skin> {
  description: string;
  fingerprint: string;
}

export type PlanPurchaseResult =
  | { ok: true; plan: PurchasePlan }
  | { ok: false; reason: 'no_items' | 'too_many_items' | 'amount_out_of_range' }
  | { ok: false; reason: 'skin_price_mismatch'; priceCents: number }
  | Extract<SaleCheck, { ok: false }>;

/** The items and their total, from the server's own data. A charge without items has no discount. */
export function planPurchase(
  ctx: ShopContext,
  purchase: Purchase,
  discount: Discount | null = null,
): PlanPurchaseResult {
  if (purchase.kind === 'free') {
    const { amountCents, description } = purchase;
    if (amountCents < FREE_CHARGE_CENTS.min || amountCents > FREE_CHARGE_CENTS.max) {
      return { ok: false, reason: 'amount_out_of_range' };
    }
    const quote = { items: [], discountCents: 0, totalCents: amountCents };
    return { ok: true, plan: { ...quote, description, fingerprint: fingerprintOf(purchase) } };
  }
  const priceCents = findOtherPrice(ctx, purchase.skins);
  if (priceCents !== null) return { ok: false, reason: 'skin_price_mismatch', priceCents };
  const wanted = new Set(purchase.skins.map(({ sku }) => sku));
  if (wanted.size === 0) return { ok: false, reason: 'no_items' };
  if (wanted.size > MAX_SKINS_PER_ORDER) return { ok: false, reason: 'too_many_items' };

  const sale = checkSale(ctx, wanted);
  if (!sale.ok) return sale;
  const { skins } = sale;

  const [first] = skins;
  return {
    ok: true,
    plan: {
      ...quotePurchase(skins, discount),
      description: skins.length === 1 && first ? first.name : `${skins.length} skins`,
      fingerprint: fingerprintOf(purchase),
    },
  };
}

/** What is bought, as every release has written it. */
export const fingerprintOf = (purchase: Purchase): string =>
  purchase.kind === 'free'
    ? `free:${purchase.amountCents}:${purchase.description}`
    : [...new Set(purchase.skins.map(({ sku }) => skinKey(sku)))].sort().join(',');

/** The price of the first skin that the buyer saw with another price; null: all prices were right. */
function findOtherPrice(ctx: ShopContext, skins: readonly WantedSkin[]): number | null {
  const catalog = ctx.catalog.current();
  for (const { sku, shownPriceCents } of skins) {
    const skin = catalog.findSkin(sku);
    if (skin && shownPriceCents !== undefined && shownPriceCents !== skin.priceCents) return skin.priceCents;
  }
  return null;
}
