import type { ShopContext } from '#shop/context.ts';
import { toProduct, type Product } from './product.ts';

/** Every product, newest first (spec section 7). */
export async function listProducts(ctx: ShopContext): Promise<Product[]> {
  const rows = await ctx.db
    .selectFrom('products')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toProduct);
}
