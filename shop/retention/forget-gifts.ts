import type { ShopContext } from '#shop/context.ts';

/**
 * Empties address and message of gifts that ended before this moment.
 * @returns how many; fewer than `atMost` means that none is left.
 */
export async function forgetGifts(ctx: ShopContext, before: Date, atMost: number): Promise<number> {
  const result = await ctx.db
    .updateTable('gifts')
    .set({ receiver_email: null, message: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('gifts')
        .select('id')
        .where('receiver_email', 'is not', null)
        .where('ended_at', '<', before)
        .limit(atMost),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
