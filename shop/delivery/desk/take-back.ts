import { recordAudit } from '#shop/audit/record-audit.ts';
import { skinKey } from '#shop/catalog/catalog.ts';
import type { ShopContext } from '#shop/context.ts';

/**
 * 'Desfazer': the delivery never happens. One row decides between this and `deliverHeld`, whatever comes first.
 * @returns false: it has begun, or somebody took it back already.
 */
export async function takeBack(
  ctx: ShopContext,
  { actorUserId, id }: { actorUserId: string; id: string },
): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const held = await tx
      .deleteFrom('held_deliveries')
      .where('id', '=', id)
      .where('begun_at', 'is', null)
      .returning(['champion_id', 'skin_num'])
      .executeTakeFirst();
    if (!held) return false;
    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'skin_file.delivery_undone',
      subject: { type: 'skin_file', id: skinKey(held.champion_id, held.skin_num) },
    });
    await ctx.publish(tx, { topic: 'staff', event: 'desk-held', data: {} });
    return true;
  });
}
