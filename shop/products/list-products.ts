import type { Selectable } from 'kysely';
import type { ProductsTable } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';

export type ProductRow = Selectable<ProductsTable>;

/** Every product, newest first (spec section 7). */
export async function listProducts(ctx: ShopContext): Promise<ProductRow[]> {
  return ctx.db
    .selectFrom('products')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
