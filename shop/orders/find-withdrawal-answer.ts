import type { ShopContext } from '#shop/context.ts';

/** What staff wrote when they refused to take the order back; null: they did not, or it went with the account. */
export async function findWithdrawalAnswer(ctx: ShopContext, orderId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('withdrawals')
    .select('answer')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row?.answer ?? null;
}
