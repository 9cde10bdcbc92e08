import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { tellChange } from '#shop/events/tell.ts';
import { id, nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { note } from '#shop/refunds/note.ts';
import { lockOrder } from '#shop/states/lock-order.ts';

interface Trouble {
  id: 'chargebacks.handle' | 'doubts.handle';
  action: 'chargeback.handled' | 'doubt.handled';
  amount: 'charged_back_cents' | 'doubted_cents';
  /** What of the charge still waits for staff. */
  waits: RawBuilder<boolean>;
  handled: { chargeback_handled_cents: RawBuilder<number> } | { doubted_at: null };
}

/** If the bank takes back more later, staff are asked again. */
export const handleChargeback = handling({
  id: 'chargebacks.handle',
  action: 'chargeback.handled',
  amount: 'charged_back_cents',
  waits: sql`charged_back_cents > chargeback_handled_cents`,
  handled: { chargeback_handled_cents: sql`charged_back_cents` },
});

/** A notice of another amount for a delivered order. If a later one names yet another amount, staff are asked again. */
export const handleDoubt = handling({
  id: 'doubts.handle',
  action: 'doubt.handled',
  amount: 'doubted_cents',
  waits: sql`status <> 'held' and doubted_at is not null`,
  handled: { doubted_at: null },
});

/** Staff have dealt with what a provider told of a charge, and say how. */
function handling({ id: name, action, amount, waits, handled }: Trouble) {
  return operation(
    {
      id: name,
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
          .set({ ...handled, staff_note: sql<string>`concat_ws(' · ', staff_note, ${said}::text)` })
          .where('id', '=', chargeId)
          .where(waits)
          .returning((eb) => eb.ref(amount).as('amountCents'))
          .executeTakeFirst();
        if (!charge) return { ok: false, reason: 'already_handled' };
        const details = { chargeId, ...charge };
        await recordAudit(ctx, tx, {
          actorUserId,
          action,
          subject: { type: 'order', id: order.id },
          details,
        });
        await tellChange(ctx, tx, { name: 'order.changed', order });
        return { ok: true as const };
      }),
  );
}
