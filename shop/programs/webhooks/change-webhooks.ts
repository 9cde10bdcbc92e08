import { z } from 'zod';
import type { AuditAction } from '#shop/audit/audit-action.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import type { Tx } from '#db/client.server.ts';
import { id, nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { sealText } from '#shop/secrets/seal-text.ts';
import { stopDeliveries } from './note-try.ts';
import { drawSecret } from './sign-delivery.ts';
import {
  describeWebhook,
  MOST_WEBHOOKS,
  refuseUrl,
  shownWebhook,
  webhookDescription,
  webhookEvents,
  webhookUrl,
  type ShownWebhook,
} from './webhook.ts';

/** Oldest first. */
export async function listWebhooks(ctx: ShopContext): Promise<ShownWebhook[]> {
  const rows = await ctx.db.selectFrom('webhooks').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map(describeWebhook);
}

export async function findWebhook(ctx: ShopContext, id: string): Promise<ShownWebhook | null> {
  const row = await ctx.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? describeWebhook(row) : null;
}

export const showWebhooks = operation(
  {
    id: 'webhooks.list',
    who: 'webhooks',
    input: z.object({}),
    output: z.array(shownWebhook),
    refusals: {},
  },
  (ctx) => listWebhooks(ctx),
);

/** Its secret is told once: the shop keeps it sealed, to sign with. */
export const createWebhook = operation(
  {
    id: 'webhooks.create',
    who: 'webhooks',
    input: z.object({
      url: webhookUrl,
      events: webhookEvents.prefault([]),
      description: webhookDescription.nullish(),
    }),
    output: shownWebhook.extend({ secret: z.string() }),
    refusals: { bad_url: [422, 'invalid'], too_many: 409 },
  },
  async (ctx, { actorUserId, url, events, description }) => {
    const refusal = refuseUrl(ctx, url);
    if (refusal) return { ok: false, reason: 'bad_url', fields: { url: refusal } };
    const secret = drawSecret();
    return ctx.transaction(async (tx) => {
      const { length } = await tx.selectFrom('webhooks').select('id').execute();
      if (length >= MOST_WEBHOOKS) return { ok: false, reason: 'too_many' };
      const row = await tx
        .insertInto('webhooks')
        .values({
          url,
          events,
          description: description ?? '',
          secret: sealText(ctx.settings.sealingKey, secret),
          created_at: ctx.now(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await note(ctx, tx, { actorUserId, hookId: row.id }, 'webhook.created', { host: hostOf(url), events });
      return { ok: true as const, ...describeWebhook(row), secret };
    });
  },
);

/** Switched on again, it hears what happens from then on; what happened meanwhile a person sends. */
export const changeWebhook = operation(
  {
    id: 'webhooks.change',
    who: 'webhooks',
    input: z.object({
      hookId: id(),
      url: webhookUrl.optional(),
      events: webhookEvents.optional(),
      description: webhookDescription.optional(),
      active: z.boolean().optional(),
    }),
    output: shownWebhook,
    refusals: { not_found: 404, bad_url: [422, 'invalid'] },
  },
  async (ctx, { actorUserId, hookId, url, events, description, active }) => {
    const refusal = url === undefined ? null : refuseUrl(ctx, url);
    if (refusal) return { ok: false, reason: 'bad_url', fields: { url: refusal } };
    const changed = {
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events }),
      ...(description !== undefined && { description }),
      ...(active !== undefined && {
        active,
        switched_off_at: null,
        failing_since: null,
        last_failed_at: null,
      }),
    };
    return ctx.transaction(async (tx) => {
      const before = await tx
        .selectFrom('webhooks')
        .selectAll()
        .where('id', '=', hookId)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!before) return { ok: false, reason: 'not_found' };
      if (Object.keys(changed).length === 0) return { ok: true as const, ...describeWebhook(before) };
      const row = await tx
        .updateTable('webhooks')
        .set(changed)
        .where('id', '=', hookId)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (active === false) await stopDeliveries(tx, hookId);
      await note(ctx, tx, { actorUserId, hookId }, 'webhook.changed', {
        host: hostOf(row.url),
        events: row.events,
        active: row.active,
      });
      return { ok: true as const, ...describeWebhook(row) };
    });
  },
);

/** Its deliveries go with it. */
export const deleteWebhook = operation(
  {
    id: 'webhooks.delete',
    who: 'webhooks',
    input: z.object({ hookId: id() }),
    output: nothing,
    refusals: { not_found: 404 },
  },
  async (ctx, { actorUserId, hookId }) =>
    ctx.transaction(async (tx) => {
      const gone = await tx
        .deleteFrom('webhooks')
        .where('id', '=', hookId)
        .returning('url')
        .executeTakeFirst();
      if (!gone) return { ok: false, reason: 'not_found' };
      await note(ctx, tx, { actorUserId, hookId }, 'webhook.deleted', { host: hostOf(gone.url) });
      return { ok: true };
    }),
);

/** For a day both secrets sign, so that its receiver can change over in peace. */
export const rotateWebhook = operation(
  {
    id: 'webhooks.rotate',
    who: 'webhooks',
    input: z.object({ hookId: id() }),
    output: z.object({ secret: z.string() }),
    refusals: { not_found: 404 },
  },
  async (ctx, { actorUserId, hookId }) => {
    const secret = drawSecret();
    return ctx.transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('webhooks')
        .set((eb) => ({
          previous_secret: eb.ref('secret'),
          secret: sealText(ctx.settings.sealingKey, secret),
          rotated_at: ctx.now(),
        }))
        .where('id', '=', hookId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return { ok: false, reason: 'not_found' };
      await note(ctx, tx, { actorUserId, hookId }, 'webhook.rotated', {});
      return { ok: true as const, secret };
    });
  },
);

/** Addresses may hold a secret of their receiver: the log keeps the host alone. */
const hostOf = (url: string) => new URL(url).host;

export async function note(
  ctx: ShopContext,
  tx: Tx,
  { actorUserId, hookId }: { actorUserId: string; hookId: string },
  action: Extract<AuditAction, `webhook.${string}`>,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await recordAudit(ctx, tx, { actorUserId, action, subject: { type: 'webhook', id: hookId }, details });
}
