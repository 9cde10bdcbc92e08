import { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { id } from '#shop/fields.ts';
import type { JobRequest } from '#shop/jobs.ts';
import { operation, type Refused } from '#shop/operation.ts';
import { processWebhookEvent } from '#shop/payments/webhooks/process-webhook-events.ts';

type Decided = { ok: true } | Refused<'not_found' | 'link_dead'>;

/** Staff retry a given-up webhook or mail, with the full number of tries, or close it. */
export const decideGivenUp = operation(
  {
    id: 'given_up.decide',
    who: 'given_up',
    input: z.object({ id: id(), decision: z.enum(['retry', 'dismiss']) }),
    output: z.object({ ok: z.literal(true) }),
    refusals: { not_found: 404, link_dead: 409 },
    limit: 'decide-given-up',
  },
  async (ctx, { actorUserId, id, decision }) => {
    const isRetry = decision === 'retry';
    const result = await ctx.transaction(async (tx): Promise<Decided> => {
      const entry = await lockEntry(tx, id);
      if (!entry) return { ok: false, reason: 'not_found' };
      if (isRetry && !entry.can_retry) return { ok: false, reason: 'link_dead' };
      if (entry.kind === 'webhook') {
        const now = ctx.now();
        await tx
          .updateTable('webhook_events')
          .set({
            given_up_at: null,
            ...(isRetry ? { waits_since: now, next_try_at: now } : { processed_at: now }),
          })
          .where('id', '=', id)
          .execute();
      } else {
        const { name, data } = await tx
          .deleteFrom('given_up_mails')
          .where('id', '=', id)
          .returning(['name', 'data'])
          .executeTakeFirstOrThrow();
        // The data that the job was first enqueued with.
        if (isRetry) await ctx.enqueue(tx, { name, data } as JobRequest, id);
      }
      await recordAudit(ctx, tx, {
        actorUserId,
        action: isRetry ? 'given_up.retried' : 'given_up.dismissed',
        subject: entry.order_id ? { type: 'order', id: entry.order_id } : { type: 'given_up', id },
        details: { what: entry.what },
      });
      return { ok: true };
    });
    // A person waits, so an event is processed at once. For a mail no event is found, and its queue runs anyway.
    if (result.ok && isRetry) ctx.inBackground('webhook', () => processWebhookEvent(ctx, id));
    return result;
  },
);

/** Of two simultaneous decisions, the second one finds nothing. */
async function lockEntry(tx: Tx, id: string) {
  await tx.selectFrom('given_up_mails').select('id').where('id', '=', id).forUpdate().execute();
  await tx.selectFrom('webhook_events').select('id').where('id', '=', id).forUpdate().execute();
  return tx.selectFrom('given_up').selectAll().where('id', '=', id).executeTakeFirst();
}
