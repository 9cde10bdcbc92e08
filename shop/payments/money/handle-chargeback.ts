import { sql } from 'kysely';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { tellChange } from '#shop/events/tell.ts';
import { checkNote } from '#shop/refunds/check-note.ts';
import { lockOrder } from '#shop/states/lock-order.ts';

export type HandleChargebackResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'already_handled' }
  | { ok: false; reason: 'invalid_note'; message: string };

/** Staff have handled a chargeback. If the bank takes back more later, staff are asked again. */
export async function handleChargeback(
  ctx: ShopContext,
  { actorUserId, chargeId, note }: { actorUserId: string; chargeId: string; note: string },
): Promise<HandleChargebackResult> {
  const checked = checkNote(note);
  if (!checked.ok) return { ok: false, reason: 'invalid_note', message: checked.message };
  return ctx.transaction(async (tx): Promise<HandleChargebackResult> => {
    const order = await lockOrder(tx, { chargeId });
    if (!order) return { ok: false, reason: 'not_found' };
    const charge = await tx
      .updateTable('charges')
      .set((eb) => ({
        chargeback_handled_cents: eb.ref('charged_back_cents'),
        staff_note: sql<string>`concat_ws(' · ', staff_note, ${checked.note}::text)`,
      }))
      .where('id', '=', chargeId)
      .whereRef('charged_back_cents', '>', 'chargeback_handled_cents')
      .returning('charged_back_cents')
      .executeTakeFirst();
    if (!charge) return { ok: false, reason: 'already_handled' };
    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'chargeback.handled',
      subject: { type: 'order', id: order.id },
      details: { chargeId, amountCents: charge.charged_back_cents },
    });
    await tellChange(ctx, tx, { name: 'order.changed', order });
    return { ok: true };
  });
}
