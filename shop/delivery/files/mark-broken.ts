import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import { tellChange } from '#shop/events/tell.ts';
import { sku } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { describeFile, shownSkinFile } from './skin-file.ts';

/** A broken file neither fills in nor delivers, until it is replaced or works again. */
export const markBroken = operation(
  {
    id: 'skin_files.mark',
    who: 'files.manage',
    input: z.object({ sku, broken: z.boolean() }),
    output: shownSkinFile,
    refusals: { not_found: 404 },
  },
  async (ctx, { actorUserId, sku, broken }) =>
    ctx.transaction(async (tx) => {
      const row = await tx
        .selectFrom('skin_files')
        .selectAll()
        .where('sku', '=', sku)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return { ok: false, reason: 'not_found' };
      const state = broken ? 'broken' : 'ok';
      // Staff have seen it: nothing more is to be told in 'Atenção'.
      const marked = { state, failing_since: null, failure: null } as const;
      if (row.state !== state) {
        await tx.updateTable('skin_files').set(marked).where('id', '=', row.id).execute();
        await recordAudit(ctx, tx, {
          actorUserId,
          action: broken ? 'skin_file.broken' : 'skin_file.works',
          subject: { type: 'skin_file', id: skinKey(sku) },
        });
        // It may be sold ahead, or is sold so no more.
        await announceCatalog(ctx, tx, ctx.catalog.current());
        if (broken) await tellChange(ctx, tx, { name: 'skin_file.broken', sku });
      }
      const file = await describeFile(ctx, tx, { ...row, ...(row.state === state ? {} : marked) });
      return { ok: true as const, ...file };
    }),
);
