import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { tellChange } from '#shop/events/tell.ts';

const SOON_MS = 5 * 60 * 1000;

/** Programs hear once of each due date that it comes soon, and that it has passed. */
export async function tellDueOrders(ctx: ShopContext): Promise<void> {
  const now = ctx.now();
  await tellDue(ctx, 'order.due_soon', 'told_due_soon', new Date(now.getTime() + SOON_MS));
  await tellDue(ctx, 'order.late', 'told_late', now);
}

/** Whoever writes an order now has it told with the next call. */
async function tellDue(
  ctx: ShopContext,
  name: 'order.due_soon' | 'order.late',
  column: 'told_due_soon' | 'told_late',
  until: Date,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const told = await tx
      .with('due', (db) =>
        db
          .selectFrom('orders')
          .select('id')
          .where('status', '=', sql.lit('pending'))
          .where('due_at', '<=', until)
          .where(sql<boolean>`${sql.ref(column)} is distinct from due_at`)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('orders')
      .from('due')
      .set((eb) => ({ [column]: eb.ref('orders.due_at') }))
      .whereRef('orders.id', '=', 'due.id')
      .returning('orders.id')
      .execute();
    if (told.length > 0) await tellChange(ctx, tx, ...told.map(({ id }) => ({ name, orderId: id }) as const));
  });
}
