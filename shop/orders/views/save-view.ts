import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { tidyLine } from '#shop/text/tidy-text.ts';
import type { OrderView } from './list-views.ts';

export const LONGEST_NAME = 40;
/** More would not fit above a list. */
export const MAX_VIEWS = 20;

/** Keeps a selection under a name. One that this clerk has under the same name gives way. */
export async function saveView(
  ctx: ShopContext,
  { userId, name: typed, query, shared }: { userId: string; name: string; query: string; shared: boolean },
): Promise<{ ok: true; view: OrderView } | { ok: false; reason: 'name' | 'too_many' }> {
  const name = tidyLine(typed);
  if (name === '' || name.length > LONGEST_NAME) return { ok: false, reason: 'name' };
  return ctx.transaction(async (tx) => {
    // Two windows of one clerk save in turn.
    await sql`select from users where id = ${userId} for update`.execute(tx);
    await tx.deleteFrom('order_views').where('user_id', '=', userId).where('name', '=', name).execute();
    const { count } = await tx
      .selectFrom('order_views')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_VIEWS) return { ok: false, reason: 'too_many' };
    const { id } = await tx
      .insertInto('order_views')
      .values({ user_id: userId, name, query, shared, created_at: ctx.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { ok: true, view: { id, name, query, shared, isOwn: true } };
  });
}
