import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
import { dueAt } from '#shop/promise/due-at.ts';
import { tellChange } from '#shop/events/tell.ts';
import { isPromisedBack, waitsForOthers } from './why-waits.ts';

/**
 * Only what waits for staff has a clock (docs/decisions/the-promise-is-a-clock.md): a paid order that waits for somebody else loses
 * its due date, and gets a new one when what it waited for is there. Whoever makes such a wait begin or end calls this;
 * a job calls it for all that wait, so that nobody who forgot it leaves an order without a clock.
 * What was late when its money began to go back stays so for the figures.
 * @param which absent: all that wait. An order that somebody else writes now comes with the next call.
 */
export async function refreshClocks(
  ctx: ShopContext,
  executor: Executor,
  which: { orderId: string } | { userId: string } | null = null,
): Promise<void> {
  const { promiseMinutes, staffHours } = ctx.settings;
  const now = ctx.now();
  const due = dueAt(now, promiseMinutes, staffHours);
  const changed = await executor
    .with('wrong', (db) =>
      db
        .selectFrom('orders')
        .select(['id', waitsForOthers.as('waits')])
        .select(sql<boolean>`coalesce(due_at < ${now}::timestamptz and ${isPromisedBack}, false)`.as('late'))
        .where('status', '=', sql.lit('pending'))
        .where(sql<boolean>`(due_at is null) <> ${waitsForOthers}`)
        .$if(which !== null && 'orderId' in which, (query) =>
          query.where('id', '=', which && 'orderId' in which ? which.orderId : ''),
        )
        .$if(which !== null && 'userId' in which, (query) =>
          query.where('user_id', '=', which && 'userId' in which ? which.userId : ''),
        )
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('orders')
    .from('wrong')
    .set({
      due_at: sql`case when wrong.waits then null else ${due}::timestamptz end`,
      was_late: sql`was_late or wrong.late`,
    })
    .whereRef('orders.id', '=', 'wrong.id')
    .returning(['orders.id', 'orders.user_id', 'orders.status'])
    .execute();
  await tellChange(ctx, executor, ...changed.map((order) => ({ name: 'order.changed' as const, order })));
}
