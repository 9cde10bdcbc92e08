import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';

const BATCH = 2_000;
/** A run ends after so many items, and the next one goes on. */
const MAX_BATCHES = 50;

/**
 * Writes when the order was placed at the items that do not say it: those from before items did, and those that an
 * older release inserts while both run.
 * @returns how many items it wrote.
 */
export async function dateOrderItems(ctx: ShopContext): Promise<number> {
  let written = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { numAffectedRows = 0n } = await sql`
      update order_items set placed_at = orders.created_at from orders
      where orders.id = order_items.order_id and order_items.id in (
        select id from order_items where placed_at is null order by id limit ${sql.lit(BATCH)})`.execute(
      ctx.db,
    );
    written += Number(numAffectedRows);
    if (numAffectedRows < BATCH) break;
  }
  return written;
}

/** Whether the orders of a skin can be read in the sequence of their items. */
export async function areItemsDated({ db }: ShopContext): Promise<boolean> {
  const undated = await db
    .selectFrom('order_items')
    .select('id')
    .where('placed_at', 'is', null)
    // As the index has them: without a sequence the database may read the table instead.
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return !undated;
}
