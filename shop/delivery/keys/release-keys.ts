import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import { sku } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';

/**
 * Puts the keys of a product that wait since a restore back into its stock: staff have looked which of them were sold after
 * the backup, and taken those out.
 */
export const releaseKeys = operation(
  {
    id: 'stock.release',
    who: 'files.manage',
    input: z.object({ sku }),
    output: z.object({ sku: z.string(), released: z.number() }),
    refusals: { none_held: 409 },
  },
  async (ctx, { actorUserId, sku }) =>
    ctx.transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('stock_keys')
        .set({ taken_at: null, held_at: null })
        .where('sku', '=', sku)
        .where('held_at', 'is not', null)
        .executeTakeFirst();
      const released = Number(numUpdatedRows);
      if (released === 0) return { ok: false, reason: 'none_held' };
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'stock.released',
        subject: { type: 'stock', id: sku },
        details: { released },
      });
      await announceCatalog(ctx, tx, ctx.catalog.current());
      ctx.log.info('stock.released', { sku, released });
      return { ok: true as const, sku, released };
    }),
);
