import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import { tellChange } from '#shop/events/tell.ts';
import { id, line, sku } from '#shop/fields.ts';
import { describeFile, shownSkinFile } from '#shop/delivery/files/skin-file.ts';
import { releaseOrders } from '#shop/delivery/patch/release-orders.ts';
import { operation } from '#shop/operation.ts';
import { ACCEPT_LIMITS } from './accept-limits.ts';

const { least, most } = ACCEPT_LIMITS;

/** A person has looked at what the shop found in the file of a skin: it is sold as any other. A new file needs it anew. */
export const acceptFile = operation(
  {
    id: 'skin_files.accept',
    who: 'files.manage',
    input: z.object({
      sku,
      reason: line(most, `Escreva o que você viu no arquivo, de ${least} a ${most} caracteres.`, least),
      /** Of the file that the person looked at. */
      fileId: id().optional(),
    }),
    output: shownSkinFile,
    /**
     * `not_withheld`: the shop found nothing in it, or not yet, or somebody has accepted it. `file_replaced`: nobody has
     * looked at what lies there now.
     */
    refusals: { not_found: 404, not_withheld: 409, file_replaced: 409 },
    limit: 'accept-file',
  },
  async (ctx, { actorUserId, sku, reason, fileId }) => {
    const done = await ctx.transaction(async (tx) => {
      const row = await tx
        .selectFrom('skin_files')
        .selectAll()
        .where('sku', '=', sku)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return { ok: false as const, reason: 'not_found' as const };
      if (fileId !== undefined && fileId !== row.file_id)
        return { ok: false as const, reason: 'file_replaced' as const };
      const { withheld, examined } = await describeFile(ctx, tx, row);
      if (!withheld || examined.reasons.length === 0)
        return { ok: false as const, reason: 'not_withheld' as const };
      const accepted = { accepted_at: ctx.now(), accepted_reason: reason };
      await tx.updateTable('skin_files').set(accepted).where('id', '=', row.id).execute();
      // The reason stands at the file: the log keeps no free text.
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'skin_file.accepted',
        subject: { type: 'skin_file', id: skinKey(sku) },
        details: { fileId: row.file_id },
      });
      await tellChange(ctx, tx, { name: 'attention.changed' });
      return { ok: true as const, ...(await describeFile(ctx, tx, { ...row, ...accepted })) };
    });
    // The job would do it too, some seconds later.
    if (done.ok) ctx.inBackground('release_orders', () => releaseOrders(ctx));
    return done;
  },
);
