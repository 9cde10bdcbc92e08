import type { Skin } from '#shop/catalog/catalog.ts';
import { addressOf, readSource, skinKey } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';

/** What was sold is shown to its owner also when it has left the catalogue. It may be what a gift became. null: it was never sold. */
export async function findSoldItem({ db }: Pick<ShopContext, 'db'>, sku: string): Promise<Skin | null> {
  const sold = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('order_items')
        .select(['sku', 'skin_name', 'champion_name', 'price_cents'])
        .unionAll(
          eb
            .selectFrom('grants')
            .innerJoin('order_items', 'order_items.id', 'grants.item_id')
            .select(['grants.sku', 'grants.skin_name', 'grants.champion_name', 'price_cents']),
        )
        .as('item'),
    )
    .leftJoin('item_pictures as picture', 'picture.sku', 'item.sku')
    .select(['item.skin_name', 'item.champion_name', 'item.price_cents', 'picture.digest'])
    .where('item.sku', '=', sku)
    .limit(1)
    .executeTakeFirst();
  if (!sold) return null;
  return {
    sku,
    championId: addressOf(sku)[0],
    championName: sold.champion_name,
    num: readSource(sku)?.skinNum ?? 1,
    name: sold.skin_name,
    splashPath: `/img/${skinKey(sku)}`,
    color: null,
    available: false,
    priceCents: sold.price_cents,
    ...(sold.digest !== null && { pictureDigest: sold.digest }),
  };
}
