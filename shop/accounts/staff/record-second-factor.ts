import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';

/**
 * Records that a second factor was switched on or off. Switching it on ends the sessions that never gave a code.
 * `sessionId`: the session that made the change.
 */
export async function recordSecondFactor(
  ctx: ShopContext,
  { userId, sessionId, isOn }: { userId: string; sessionId: string; isOn: boolean },
): Promise<void> {
  await ctx.transaction(async (tx) => {
    await recordAudit(ctx, tx, {
      actorUserId: userId,
      action: isOn ? 'second_factor.enabled' : 'second_factor.disabled',
      subject: { type: 'user', id: userId },
    });
    if (isOn) {
      await tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', sessionId).execute();
    }
    // Staff rights may depend on it.
    await ctx.publish(tx, { topic: `access:${userId}`, event: 'changed', data: {} });
  });
}
