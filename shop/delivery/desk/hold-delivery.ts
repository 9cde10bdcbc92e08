import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { tellChange } from '#shop/events/tell.ts';
import { checkContent, type CheckedRequest, type ContentRefusal } from './check-content.ts';
import { readWaiting } from './read-waiting.ts';

/** So long a delivery of the desk can be taken back. Its buyers see and get nothing before. */
export const UNDO_SECONDS = 10;

export type HoldDeliveryResult =
  /** null: nobody waits for the skin any more. */
  | { ok: true; held: { id: string; dueAt: Date } | null }
  | ContentRefusal
  /** A delivery of the same skin is held already. */
  | { ok: false; reason: 'held_already' };

/**
 * Takes a delivery of the desk and leaves it, so that whoever sent it can take it back. The orders stay 'Aguardando
 * Envio' meanwhile: nothing that reads an order has to know (docs/decisions/the-promise-is-a-clock.md).
 */
export async function holdDelivery(
  ctx: ShopContext,
  request: CheckedRequest & { actorUserId: string },
): Promise<HoldDeliveryResult> {
  return ctx.transaction(async (tx) => {
    // One at a time, so that of two clerks with one link for two skins the second is asked.
    await sql`select pg_advisory_xact_lock(hashtext('held_deliveries'))`.execute(tx);
    const checked = await checkContent(ctx, tx, request);
    if (!checked.ok) return checked;
    if ((await readWaiting(tx, request.sku)).length === 0) return { ok: true, held: null };
    const { content } = checked;
    const dueAt = new Date(ctx.now().getTime() + UNDO_SECONDS * 1000);
    const held = await tx
      .insertInto('held_deliveries')
      .values({
        id: randomUUID(),
        sku: request.sku,
        link: 'link' in content ? content.link : null,
        file_id: 'fileId' in content ? content.fileId : null,
        held_by: request.actorUserId,
        key_id: ctx.program?.keyId ?? null,
        due_at: dueAt,
        begun_at: null,
      })
      .onConflict((conflict) => conflict.column('sku').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!held) return { ok: false, reason: 'held_already' };
    await tellChange(ctx, tx, { name: 'desk.changed' });
    return { ok: true, held: { id: held.id, dueAt } };
  });
}
