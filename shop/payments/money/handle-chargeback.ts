import { sql } from 'kysely';
import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { tellChange } from '#shop/events/tell.ts';
import { id, nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { note } from '#shop/refunds/note.ts';
import { lockOrder } from '#shop/states/lock-order.ts';

/** Staff have handled a chargeback. If the bank takes back more later, staff are asked again. */
export const handleChargeback = operation(
  {
    id: 'chargebacks.handle',
    who: 'refunds',
    input: z.object({ chargeId: id(), note: note() }),
    output: nothing,
    refusals: { not_found: 404, already_handled: 409 },
    limit: 'settle-charge',
  },
  (ctx, { actorUserId, chargeId, note: said }) =>
    ctx.transaction(async (tx) => {
      const order = await lockOrder(tx, { chargeId });
      if (!order) return { ok: false, reason: 'not_found' };
      const charge = await tx
        .updateTable('charges')
        .set((eb) => ({
          chargeback_handled_cents: eb.ref('charged_back_cents'),
          staff_note: sql<string>`concat_ws(' · ', staff_note, ${said}::text)`,
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
      return { ok: true as const };
    }),
);
