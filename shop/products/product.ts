import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { ProductsTable } from '#db/schema.ts';

export type ProductRow = Selectable<ProductsTable>;

/** A product as the API shows it, in this order. */
export const shownProduct = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  champion: z.string().nullable(),
  imageUrl: z.string().nullable(),
  downloadUrl: z.string().nullable(),
  stock: z.number(),
  isActive: z.boolean(),
  /** The linked skin; null: none. */
  sku: z.string().nullable(),
  createdAt: z.date(),
  priceCents: z.number(),
});

export type Product = z.output<typeof shownProduct>;

export function toProduct(row: ProductRow): Product {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    champion: row.champion,
    imageUrl: row.image_url,
    downloadUrl: row.download_url,
    stock: row.stock,
    isActive: row.is_active,
    sku: row.sku,
    createdAt: row.created_at,
    priceCents: row.price_cents,
  };
}
