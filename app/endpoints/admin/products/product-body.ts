import { z } from 'zod';
import { reaisToCents } from '#shop/text/reais-to-cents.ts';
import type { ProductFields, ProductForm } from '#shop/products/check-product.ts';
import { answerError } from '../../http/answer-error.ts';
import { presentProductFields } from '../../api/present-product.ts';

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

/** Only the fields in the body; an empty text field of a form means "none". */
export function toProductChanges(body: z.infer<typeof productChangesSchema>): Partial<ProductForm> {
  const changes = {
    name: body.name,
    description: body.description,
    champion: body.champion,
    priceCents: body.price === undefined ? undefined : (reaisToCents(body.price) ?? Number.NaN),
    imageUrl: body.image_url,
    downloadUrl: body.download_url,
    stock: body.stock,
    isActive: body.is_active,
    championId: body.champion_id === undefined ? undefined : body.champion_id || null,
    skinNum: body.skin_num,
  };
  return Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<ProductForm>;
}

export function refuseProduct(fields: ProductFields, requestId: string): Response {
  return answerError(422, 'invalid', requestId, undefined, { fields: presentProductFields(fields) });
}
