import type { MessageRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';

/** null after its sender has deleted the account. */
export async function findMessage(ctx: ShopContext, id: string): Promise<MessageRow | null> {
  const row = await ctx.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}
