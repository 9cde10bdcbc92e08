import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';
import { shownProduct, toProduct } from './product.ts';

/** Every product, newest first. */
export const listProducts = operation(
  { id: 'products.list', who: 'products', input: z.object({}), output: z.array(shownProduct), refusals: {} },
  async (ctx: ShopContext) => {
    const rows = await ctx.db
      .selectFrom('products')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows.map(toProduct);
  },
);
