import type { ProductFields, ProductForm } from '#shop/products/check-product.ts';
import type { Product } from '#shop/products/product.ts';

/** The API's names of the fields of a product (spec section 3, and the linked skin). */
const API_NAMES = {
  name: 'name',
  description: 'description',
  champion: 'champion',
  priceCents: 'price',
  imageUrl: 'image_url',
  downloadUrl: 'download_url',
  stock: 'stock',
  isActive: 'is_active',
  championId: 'champion_id',
  skinNum: 'skin_num',
} as const satisfies Record<keyof ProductForm, string>;

/** A product of `GET /api/admin/products`: the price in reais, the time in ISO 8601. */
export function presentProduct({ id, createdAt, ...form }: Product) {
  const { price, ...fields } = presentProductForm(form);
  return { id, ...fields, created_at: createdAt.toISOString(), price };
}

/** The body of a request to save a product. */
export function presentProductForm(form: ProductForm) {
  return {
    name: form.name,
    description: form.description,
    champion: form.champion,
    price: form.priceCents / 100,
    image_url: form.imageUrl,
    download_url: form.downloadUrl,
    stock: form.stock,
    is_active: form.isActive,
    champion_id: form.championId,
    skin_num: form.skinNum,
  };
}

/** The sentences of a refusal, each under its field's name. */
export function presentProductFields(fields: ProductFields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, sentence]) => [API_NAMES[field as keyof ProductForm], sentence]),
  );
}

export function readProductFields(answered: Record<string, string>): ProductFields {
  const names = Object.entries(API_NAMES).filter(([, name]) => answered[name] !== undefined);
  return Object.fromEntries(names.map(([field, name]) => [field, answered[name]]));
}
