import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import type { StaffChange } from './grant-staff.ts';

/**
 * For a person who lost both the phone and the recovery codes. The operator calls it: it removes the second factor
 * and ends every session of the account, because somebody else may have the phone.
 */
export async function resetSecondFactor(ctx: ShopContext, email: string): Promise<StaffChange> {
  return ctx.transaction(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'second_factor_enabled'])
      .where('email', '=', email.trim().toLowerCase())
      .forUpdate()
      .executeTakeFirst();
    if (!user) return { ok: false, reason: 'unknown_account' };
    const removed = await tx.deleteFrom('second_factors').where('user_id', '=', user.id).executeTakeFirst();
    if (!user.second_factor_enabled && removed.numDeletedRows === 0n) return { ok: true, changed: false };
    await tx
      .updateTable('users')
      .set({ second_factor_enabled: false, updated_at: ctx.now() })
      .where('id', '=', user.id)
      .execute();
    await tx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    await recordAudit(ctx, tx, {
      actorUserId: null,
      action: 'second_factor.reset',
      subject: { type: 'user', id: user.id },
    });
    await ctx.publish(tx, { topic: `access:${user.id}`, event: 'changed', data: {} });
    return { ok: true, changed: true };
  });
}
