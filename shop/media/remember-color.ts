import type { Skin } from '#shop/catalog/catalog.ts';
import type { ShopContext } from '#shop/context.ts';

/** Stores the colour of a splash. This process shows it at once, the others after their next reload. */
export function rememberColor(ctx: ShopContext, skin: Skin, color: string): void {
  if (skin.color === color) return;
  skin.color = color;
  ctx.inBackground('remember_color', () =>
    ctx.db
      .insertInto('splash_colors')
      .values({ sku: skin.sku, color })
      .onConflict((conflict) => conflict.column('sku').doUpdateSet({ color }))
      .execute(),
  );
}
