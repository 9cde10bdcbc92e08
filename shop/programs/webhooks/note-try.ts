import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { tellChange } from '#shop/events/tell.ts';

export interface Tried {
  isTaken: boolean;
  /** Of HTTP; null: there was no answer. */
  status: number | null;
  /** The beginning of what came back, or why nothing did. */
  response: string;
}

/** The pause before each try, in seconds. */
export const PAUSES = [0, 5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600] as const;
const GONE = 410;
const SILENCE_MS = 5 * 24 * 3600 * 1000;

/** Writes down what came of a try, plans the next one, and switches a hook off that nobody answers. */
export async function noteTry(
  ctx: ShopContext,
  { id, hookId }: { id: string; hookId: string },
  { isTaken, status, response }: Tried,
): Promise<void> {
  const now = ctx.now();
  await ctx.transaction(async (tx) => {
    const hook = await tx
      .selectFrom('webhooks')
      .select(['active', 'failing_since', 'last_failed_at'])
      .where('id', '=', hookId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const delivery = await tx
      .selectFrom('webhook_deliveries')
      .select(['tries', 'tries_before'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!hook || !delivery) return;
    const tries = delivery.tries + 1;
    const pause = PAUSES[tries - delivery.tries_before];
    const next = isTaken || !hook.active || pause === undefined ? null : after(now, pause);
    await tx
      .updateTable('webhook_deliveries')
      .set({ tries, status, response, claimed_until: null, next_try_at: next })
      .$if(isTaken, (query) => query.set({ delivered_at: now }))
      .where('id', '=', id)
      .execute();
    if (isTaken) {
      if (hook.failing_since) await setFailing(tx, hookId, null, null);
      return;
    }
    // A new event that fails, or one that a person sends again, long after the last one did, begins a new silence.
    const isFirst = delivery.tries === delivery.tries_before;
    const isNew = isFirst && hook.last_failed_at !== null && isLongAgo(hook.last_failed_at, now);
    const since = isNew ? now : (hook.failing_since ?? now);
    await setFailing(tx, hookId, since, now);
    if (hook.active && (status === GONE || isLongAgo(since, now)))
      await switchOff(ctx, tx, hookId, { status });
  });
}

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);
const isLongAgo = (at: Date, now: Date) => now.getTime() - at.getTime() >= SILENCE_MS;

async function setFailing(tx: Tx, id: string, since: Date | null, last: Date | null): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ failing_since: since, last_failed_at: last })
    .where('id', '=', id)
    .execute();
}

/** What still waits stops too: from now on a person sends it. */
export async function stopDeliveries(tx: Tx, hookId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ next_try_at: null })
    .where('hook_id', '=', hookId)
    .where('next_try_at', 'is not', null)
    .execute();
}

async function switchOff(
  ctx: ShopContext,
  tx: Tx,
  id: string,
  { status }: { status: number | null },
): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ active: false, switched_off_at: ctx.now() })
    .where('id', '=', id)
    .execute();
  await stopDeliveries(tx, id);
  await recordAudit(ctx, tx, {
    actorUserId: null,
    action: 'webhook.switched_off',
    subject: { type: 'webhook', id },
    details: { status },
  });
  await tellChange(ctx, tx, { name: 'attention.changed' });
  ctx.log.warn('webhook.switched_off', { hookId: id, status });
}
