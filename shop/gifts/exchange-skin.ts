import type { Tx } from '#db/client.server.ts';
import type { GrantRow, OrderRow } from '#db/schema.ts';
import type { Skin } from '#shop/catalog/catalog.ts';
import type { ShopContext } from '#shop/context.ts';
import { dueAt } from '#shop/promise/due-at.ts';
import { moveGrants } from '#shop/states/grant-state.ts';
import { moveOrder } from '#shop/states/move-order.ts';
import { requireMove } from '#shop/states/require-move.ts';

/**
 * The receiver of a gift owns its skin already and takes another one: that is owed from now on, without the link of the
 * first, while the item stays what its buyer chose, who reads that alone. The promise is counted anew, and a delivered
 * order waits for staff again (docs/decisions/grants.md).
 */
export async function exchangeSkin(
  ctx: ShopContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'status' | 'paid_at'>,
  { id }: GrantRow,
  skin: Skin,
): Promise<GrantRow> {
  const exchanged = await moveGrants(tx, { id }, 'waiting', {
    waits_for: 'staff',
    sku: skin.sku,
    skin_name: skin.name,
    champion_name: skin.championName,
    splash_art_url: skin.splashPath,
    link: null,
    file_id: null,
    key_id: null,
    delivered_at: null,
  })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { promiseMinutes, staffHours } = ctx.settings;
  const now = ctx.now();
  await tx
    .updateTable('orders')
    .set({ exchanged_at: now, due_at: dueAt(now, promiseMinutes, staffHours), was_late: false })
    .where('id', '=', order.id)
    .execute();
  // The day of its payment sold another skin now.
  if (order.paid_at) await tx.insertInto('sold_days_changed').values({ paid_at: order.paid_at }).execute();
  if (order.status === 'completed')
    await requireMove(moveOrder(tx, order.id, 'reopened', now), `Order ${order.id}`);
  return exchanged;
}
