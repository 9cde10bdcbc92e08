import type { deleteProduct } from '#shop/products/delete-product.ts';
import type { updateProduct } from '#shop/products/save-product.ts';
import type { Sentences } from './sentences.ts';

export const PRODUCT_REFUSALS = {
  not_found: 'Produto não encontrado.',
} satisfies Sentences<typeof updateProduct> & Sentences<typeof deleteProduct>;
