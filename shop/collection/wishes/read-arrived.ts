import type { ShopContext } from '#shop/context.ts';

export interface Arrived {
  to: string;
  name: string;
  skins: { sku: string; skinName: string; championName: string }[];
}

/** What one mail of 'Avise-me' tells; null: it was bought or given up meanwhile, or the address is not confirmed any more. */
export async function readArrived(
  ctx: ShopContext,
  { userId, toldAt }: { userId: string; toldAt: string },
): Promise<Arrived | null> {
  const rows = await ctx.db
    .selectFrom('wishes')
    .innerJoin('users', 'users.id', 'wishes.user_id')
    .select(['users.email', 'users.name', 'wishes.sku'])
    .where('wishes.user_id', '=', userId)
    .where('wishes.told_at', '=', new Date(toldAt))
    .where('users.email_verified', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('user_collection as entry')
            .select('entry.id')
            .whereRef('entry.user_id', '=', 'wishes.user_id')
            .whereRef('entry.sku', '=', 'wishes.sku'),
        ),
      ),
    )
    .orderBy('wishes.added_at')
    .execute();
  const catalog = ctx.catalog.current();
  const skins = rows.flatMap(({ sku }) => {
    const skin = catalog.findSkin(sku);
    return skin ? [{ sku, skinName: skin.name, championName: skin.championName }] : [];
  });
  const [first] = rows;
  return first && skins.length > 0 ? { to: first.email, name: first.name, skins } : null;
}
