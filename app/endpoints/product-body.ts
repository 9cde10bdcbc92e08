import { z } from 'zod';
import { reaisToCents } from '#shop/money/reais-to-cents.ts';
import type { ProductForm } from '#shop/products/check-product.ts';
import type { ProductRow } from '#shop/products/list-products.ts';
import { answerError } from './answer-error.ts';

const text = z.string().max(20_000);

/** Field names of spec section 3 plus the linked skin; the price in reais. Anything else in a body is left out. */
export const productChangesSchema = z.object({
  name: text.optional(),
  description: text.nullish(),
  champion: text.nullish(),
  price: z.number().optional(),
  image_url: text.nullish(),
  download_url: text.nullish(),
  stock: z.number().optional(),
  is_active: z.boolean().optional(),
  champion_id: text.nullish(),
  skin_num: z.number().nullish(),
});

/** Reais at the edge, centavos inside. */
export function toProductChanges(body: z.infer<typeof productChangesSchema>): Partial<ProductForm> {
  const { price, champion_id: championId, ...rest } = body;
  const changes = {
    ...rest,
    // An empty text field of a form means "none".
    ...(championId === undefined ? {} : { champion_id: championId || null }),
    ...(price === undefined ? {} : { price_cents: reaisToCents(price) ?? Number.NaN }),
  };
  return Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<ProductForm>;
}

export function presentProduct({ price_cents: priceCents, ...product }: ProductRow) {
  return { ...product, price: priceCents / 100, created_at: product.created_at.toISOString() };
}

export function refuseProduct(fields: Record<string, string>, requestId: string): Response {
  return answerError(422, 'invalid', requestId, undefined, { fields });
}
