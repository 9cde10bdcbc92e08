import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { JobRequest } from '#shop/jobs.ts';
import { processWebhookEvent } from '#shop/payments/webhooks/process-webhook-events.ts';

export type DecideGivenUpResult = { ok: true } | { ok: false; reason: 'not_found' | 'link_dead' };

/** Staff retry a given-up webhook or mail, with the full number of tries, or close it. */
export async function decideGivenUp(
  ctx: OutwardContext,
  { actorUserId, id, decision }: { actorUserId: string; id: string; decision: 'retry' | 'dismiss' },
): Promise<DecideGivenUpResult> {
  const result = await ctx.transaction(async (tx): Promise<DecideGivenUpResult> => {
    const decided = decision === 'retry' ? await retry(ctx, tx, id) : await dismiss(ctx, tx, id);
    if (!decided.ok) return decided;
    await recordAudit(ctx, tx, {
      actorUserId,
      action: decision === 'retry' ? 'given_up.retried' : 'given_up.dismissed',
      subject: decided.orderId ? { type: 'order', id: decided.orderId } : { type: 'given_up', id },
      details: { what: decided.what },
    });
    return decided;
  });
  if (!result.ok) return result;
  // A person waits, so an event is processed at once. For a mail no event is found, and its queue runs anyway.
  if (decision === 'retry') ctx.inBackground('webhook', () => processWebhookEvent(ctx, id));
  return { ok: true };
}

type Decided =
  | { ok: true; what: string; orderId: string | null }
  | { ok: false; reason: 'not_found' | 'link_dead' };

async function retry(ctx: OutwardContext, tx: Tx, id: string): Promise<Decided> {
  const entry = await lockEntry(tx, id);
  if (!entry) return { ok: false, reason: 'not_found' };
  if (!entry.can_retry) return { ok: false, reason: 'link_dead' };
  if (entry.kind === 'webhook') {
    await tx
      .updateTable('webhook_events')
      .set({ given_up_at: null, waits_since: ctx.now(), next_try_at: ctx.now() })
      .where('id', '=', id)
      .execute();
  } else {
    const { name, data } = await tx
      .deleteFrom('given_up_mails')
      .where('id', '=', id)
      .returning(['name', 'data'])
      .executeTakeFirstOrThrow();
    // The data that the job was first enqueued with.
    await ctx.enqueue(tx, { name, data } as JobRequest, id);
  }
  return { ok: true, what: entry.what, orderId: entry.order_id };
}

async function dismiss(ctx: OutwardContext, tx: Tx, id: string): Promise<Decided> {
  const entry = await lockEntry(tx, id);
  if (!entry) return { ok: false, reason: 'not_found' };
  if (entry.kind === 'webhook') {
    await tx
      .updateTable('webhook_events')
      .set({ given_up_at: null, processed_at: ctx.now() })
      .where('id', '=', id)
      .execute();
  } else {
    await tx.deleteFrom('given_up_mails').where('id', '=', id).execute();
  }
  return { ok: true, what: entry.what, orderId: entry.order_id };
}

/** Of two simultaneous decisions, the second one finds nothing. */
async function lockEntry(tx: Tx, id: string) {
  await tx.selectFrom('given_up_mails').select('id').where('id', '=', id).forUpdate().execute();
  await tx.selectFrom('webhook_events').select('id').where('id', '=', id).forUpdate().execute();
  return tx.selectFrom('given_up').selectAll().where('id', '=', id).executeTakeFirst();
}
