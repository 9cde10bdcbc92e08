import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import { tellChange } from '#shop/events/tell.ts';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';

/** 'Desfazer': the delivery never happens. One row decides between this and `deliverHeld`, whatever comes first. */
export const undoDelivery = operation(
  {
    id: 'desk.take_back',
    who: 'orders.deliver',
    input: z.object({ id: id() }),
    output: z.object({ ok: z.literal(true) }),
    refusals: { not_held: 409 },
  },
  async (ctx, { actorUserId, id: heldId }) =>
    ctx.transaction(async (tx) => {
      const held = await tx
        .deleteFrom('held_deliveries')
        .where('id', '=', heldId)
        .where('begun_at', 'is', null)
        .returning(['sku'])
        .executeTakeFirst();
      if (!held) return { ok: false, reason: 'not_held' };
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'skin_file.delivery_undone',
        subject: { type: 'skin_file', id: skinKey(held.sku) },
      });
      await tellChange(ctx, tx, { name: 'desk.changed' });
      return { ok: true as const };
    }),
);
