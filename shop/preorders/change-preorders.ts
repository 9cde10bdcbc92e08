import { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { AuditAction } from '#shop/audit/audit-action.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';
import { nothing, sku } from '#shop/fields.ts';
import { addDays, dayOf } from '#shop/numbers/day-span.ts';
import { operation } from '#shop/operation.ts';
import { isDay } from '#shop/text/is-day.ts';

/** Who pays today does not wait for longer. */
const LONGEST_DAYS = 365;
const WRONG_DAY = 'Escolha um dia a partir de hoje, até um ano à frente.';

/**
 * Sells a skin before its file exists, until the end of a day of São Paulo. Whoever bought before keeps the day that they
 * read.
 */
export const savePreorder = operation(
  {
    id: 'preorders.save',
    who: 'files.manage',
    input: z.object({
      sku,
      until: z
        .string({ error: WRONG_DAY })
        .refine(isDay, WRONG_DAY)
        .meta({ format: 'date', examples: ['2026-12-24'] }),
    }),
    output: z.object({ sku: z.string(), until: z.string() }),
    /** `has_file`: it is delivered by what the shop has. */
    refusals: { unknown_skin: [404, 'not_found'], has_file: 409 },
  },
  async (ctx, { actorUserId, sku, until }) => {
    const today = dayOf(ctx.now());
    if (until < today || until > addDays(today, LONGEST_DAYS))
      return { ok: false, reason: 'invalid', fields: { until: WRONG_DAY } };
    const catalog = ctx.catalog.current();
    if (!catalog.findSkin(sku)) return { ok: false, reason: 'unknown_skin' };
    if (catalog.hasFile(sku)) return { ok: false, reason: 'has_file' };
    await ctx.transaction(async (tx) => {
      await tx
        .insertInto('preorders')
        .values({ sku, until })
        .onConflict((conflict) => conflict.column('sku').doUpdateSet({ until, is_over: false }))
        .execute();
      await tellShop(ctx, tx, { actorUserId, action: 'preorder.saved', sku, details: { until } });
    });
    return { ok: true as const, sku, until };
  },
);

/** It is sold as before. What was sold ahead goes on waiting until its day. */
export const endPreorder = operation(
  {
    id: 'preorders.end',
    who: 'files.manage',
    input: z.object({ sku }),
    output: nothing,
    refusals: { not_found: 404 },
  },
  (ctx, { actorUserId, sku }) =>
    ctx.transaction(async (tx) => {
      const ended = await tx.deleteFrom('preorders').where('sku', '=', sku).executeTakeFirst();
      if (ended.numDeletedRows === 0n) return { ok: false, reason: 'not_found' };
      await tellShop(ctx, tx, { actorUserId, action: 'preorder.ended', sku });
      return { ok: true as const };
    }),
);

async function tellShop(
  ctx: ShopContext,
  tx: Tx,
  {
    sku,
    details = {},
    ...entry
  }: { actorUserId: string; action: AuditAction; sku: string; details?: Record<string, string> },
): Promise<void> {
  await recordAudit(ctx, tx, { ...entry, subject: { type: 'skin_file', id: skinKey(sku) }, details });
  // The store says so before the payment.
  await announceCatalog(ctx, tx, ctx.catalog.current());
}
