import { sql } from 'kysely';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { tellChange } from '#shop/events/tell.ts';
import { checkNote } from '#shop/refunds/check-note.ts';
import { lockOrder } from '#shop/states/lock-order.ts';

export type HandleDoubtResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'already_handled' }
  | { ok: false; reason: 'invalid_note'; message: string };

/**
 * Staff have handled a notice of another amount for a delivered order. If a later notice names yet another amount,
 * staff are asked again.
 */
export async function handleDoubt(
  ctx: ShopContext,
  { actorUserId, chargeId, note }: { actorUserId: string; chargeId: string; note: string },
): Promise<HandleDoubtResult> {
  const checked = checkNote(note);
  if (!checked.ok) return { ok: false, reason: 'invalid_note', message: checked.message };
  return ctx.transaction(async (tx): Promise<HandleDoubtResult> => {
    const order = await lockOrder(tx, { chargeId });
    if (!order) return { ok: false, reason: 'not_found' };
    const charge = await tx
      .updateTable('charges')
      .set({
        doubted_at: null,
        staff_note: sql<string>`concat_ws(' · ', staff_note, ${checked.note}::text)`,
      })
      .where('id', '=', chargeId)
      .where('status', '<>', 'held')
      .where('doubted_at', 'is not', null)
      .returning('doubted_cents')
      .executeTakeFirst();
    if (!charge) return { ok: false, reason: 'already_handled' };
    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'doubt.handled',
      subject: { type: 'order', id: order.id },
      details: { chargeId, amountCents: charge.doubted_cents },
    });
    await tellChange(ctx, tx, { name: 'order.changed', order });
    return { ok: true };
  });
}
