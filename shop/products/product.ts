import type { Selectable } from 'kysely';
import type { ProductsTable } from '#db/schema.ts';
import type { ProductForm } from './check-product.ts';

export type ProductRow = Selectable<ProductsTable>;

export interface Product extends ProductForm {
  id: string;
  createdAt: Date;
}

export function toProduct(row: ProductRow): Product {
  return { id: row.id, ...toForm(row), createdAt: row.created_at };
}

/** The fields that staff may change. */
export function toForm(row: Omit<ProductRow, 'id' | 'created_at'>): ProductForm {
  return {
    name: row.name,
    description: row.description,
    champion: row.champion,
    priceCents: row.price_cents,
    imageUrl: row.image_url,
    downloadUrl: row.download_url,
    stock: row.stock,
    isActive: row.is_active,
    championId: row.champion_id,
    skinNum: row.skin_num,
  };
}
