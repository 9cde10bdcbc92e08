import type { Executor } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';

/** Every skin that the user has paid for. */
export async function ownedSkus(ctx: ShopContext, userId: string): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('user_collection')
    .select('sku')
    .where('user_id', '=', userId)
    .execute();
  return new Set(rows.map(({ sku }) => sku));
}

export async function ownsSkin(ctx: ShopContext, userId: string, sku: string): Promise<boolean> {
  return (await ownedSkinNames(ctx.db, userId, [sku])).length > 0;
}

/** Which of these skins the user has paid for, by name. */
export async function ownedSkinNames(
  executor: Executor,
  userId: string,
  skus: readonly string[],
): Promise<string[]> {
  if (skus.length === 0) return [];
  const rows = await executor
    .selectFrom('user_collection')
    .select('skin_name')
    .where('user_id', '=', userId)
    .where('sku', 'in', skus)
    .execute();
  return rows.map((row) => row.skin_name);
}
