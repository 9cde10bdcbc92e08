import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { DeliveryState } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { id, moment } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { cursorInput, cutPage, isAfter, pageOf, type Page } from '#shop/pagination/page.ts';
import { findWebhook, note } from './change-webhooks.ts';

const PAGE = 50;
const STATES = ['waiting', 'delivered', 'failed'] as const satisfies readonly DeliveryState[];

export const isDeliveryState = (text: string | null): text is DeliveryState =>
  STATES.some((state) => state === text);

const shownDelivery = z.object({
  id: z.string(),
  hookId: z.string(),
  type: z.string(),
  /** The header's: the same at each try. */
  webhookId: z.string(),
  state: z.enum(STATES),
  tries: z.int(),
  nextTryAt: z.date().nullable(),
  status: z.int().nullable(),
  response: z.string().nullable(),
  createdAt: z.date(),
});
export type ShownDelivery = z.infer<typeof shownDelivery> & { body: string };

/** Newest first, with what was sent. */
export async function listDeliveries(
  ctx: ShopContext,
  {
    hookId,
    state,
    cursor,
  }: { hookId: string; state?: DeliveryState | null | undefined; cursor: string | null },
): Promise<Page<ShownDelivery>> {
  const rows = await ctx.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('hook_id', '=', hookId)
    .$if(Boolean(state), (query) => query.where('state', '=', state!))
    .where(isAfter(cursor))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute();
  const { entries, nextCursor } = cutPage(rows, PAGE, ({ created_at, id }) => ({ at: created_at, id }));
  return {
    nextCursor,
    entries: entries.map((row) => ({
      id: row.id,
      hookId: row.hook_id,
      type: row.type,
      webhookId: row.webhook_id,
      state: row.state,
      tries: row.tries,
      nextTryAt: row.next_try_at,
      status: row.status,
      response: row.response,
      createdAt: row.created_at,
      body: row.body,
    })),
  };
}

export const showDeliveries = operation(
  {
    id: 'webhooks.deliveries',
    who: 'webhooks',
    input: cursorInput.extend({ hookId: id(), state: z.enum(['', ...STATES]).nullish() }),
    output: pageOf(shownDelivery),
    refusals: { not_found: 404 },
  },
  async (ctx, { state, ...asked }) => {
    if (!(await findWebhook(ctx, asked.hookId))) return { ok: false, reason: 'not_found' };
    return { ok: true as const, ...(await listDeliveries(ctx, { ...asked, state: state || null })) };
  },
);

/** A try that nothing happened for. It goes to a hook that is off, too: that is how one looks whether it works again. */
export const pingWebhook = operation(
  {
    id: 'webhooks.ping',
    who: 'webhooks',
    input: z.object({ hookId: id() }),
    output: z.object({ deliveryId: z.string(), webhookId: z.string() }),
    refusals: { not_found: 404 },
  },
  async (ctx, { hookId }) => {
    if (!(await findWebhook(ctx, hookId))) return { ok: false, reason: 'not_found' };
    const now = ctx.now();
    const webhookId = `msg_${randomUUID()}`;
    const body = { type: 'ping', timestamp: now.toISOString(), data: { webhook: { id: hookId } } };
    const { id } = await ctx.db
      .insertInto('webhook_deliveries')
      .values({
        hook_id: hookId,
        webhook_id: webhookId,
        type: 'ping',
        body: JSON.stringify(body),
        created_at: now,
        next_try_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { ok: true as const, deliveryId: id, webhookId };
  },
);

/** At once, with all its tries before it, and the same id. */
const again = (now: Date) => ({
  next_try_at: now,
  delivered_at: null,
  tries_before: sql<number>`tries`,
});

export const resendDelivery = operation(
  {
    id: 'webhooks.resend',
    who: 'webhooks',
    input: z.object({ deliveryId: id() }),
    output: z.object({ deliveryId: z.string(), webhookId: z.string() }),
    refusals: { not_found: 404 },
  },
  async (ctx, { actorUserId, deliveryId }) =>
    ctx.transaction(async (tx) => {
      const row = await tx
        .updateTable('webhook_deliveries')
        .set(again(ctx.now()))
        .where('id', '=', deliveryId)
        .returning(['hook_id', 'webhook_id'])
        .executeTakeFirst();
      if (!row) return { ok: false, reason: 'not_found' };
      await note(ctx, tx, { actorUserId, hookId: row.hook_id }, 'webhook.resent', { deliveries: 1 });
      return { ok: true as const, deliveryId, webhookId: row.webhook_id };
    }),
);

/** Everything since then, whether it had arrived or not: the id tells its receiver what it has already. */
export const resendSince = operation(
  {
    id: 'webhooks.resend_since',
    who: 'webhooks',
    input: z.object({ hookId: id(), since: moment('start') }),
    output: z.object({ deliveries: z.int() }),
    refusals: { not_found: 404 },
  },
  async (ctx, { actorUserId, hookId, since }) => {
    if (!(await findWebhook(ctx, hookId))) return { ok: false, reason: 'not_found' };
    return ctx.transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('webhook_deliveries')
        .set(again(ctx.now()))
        .where('hook_id', '=', hookId)
        .where('created_at', '>=', since)
        .executeTakeFirst();
      const deliveries = Number(numUpdatedRows);
      await note(ctx, tx, { actorUserId, hookId }, 'webhook.resent', { deliveries });
      return { ok: true as const, deliveries };
    });
  },
);
