import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';

/** Staff take it back. @returns false: none with this id waits. */
export async function cancelRescue(
  ctx: ShopContext,
  { id, actorUserId }: { id: string; actorUserId: string },
): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const cancelled = await tx
      .updateTable('email_rescues')
      .set({ state: 'cancelled', ended_at: ctx.now() })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returning('user_id')
      .executeTakeFirst();
    if (!cancelled) return false;
    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'rescue.cancelled',
      subject: { type: 'user', id: cancelled.user_id },
    });
    return true;
  });
}
