import { z } from 'zod';
import type { SkinFileRow } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import { id, sku } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { awaitVerdict } from '#shop/delivery/examining/await-verdict.ts';
import { checkLink } from '#shop/text/check-link.ts';
import { readStoredFiles, type SkinContent } from './stored-file.ts';
import { learnFiles } from './learn-files.ts';
import { lockProducts } from './lead-products.ts';
import { describeFile, shownSkinFile } from './skin-file.ts';

/** Sets the file of a skin, and whether it is delivered at payment. What is absent stays. */
export const saveSkinFile = operation(
  {
    id: 'skin_files.save',
    who: 'files.manage',
    input: z.object({
      sku,
      link: z.string().max(10_000).optional(),
      /** A file that the shop stores, in place of a link. */
      fileId: id().optional(),
      /** 'Entregar sozinha'. */
      auto: z.boolean().optional(),
    }),
    output: shownSkinFile,
    /** `no_link`: there is no file whose delivery could be switched. */
    refusals: { unknown_skin: [404, 'not_found'], unknown_file: 422, no_link: 422, invalid_link: 422 },
  },
  async (ctx, { actorUserId, sku, link, auto, fileId }) => {
    if (link !== undefined && fileId !== undefined) return { ok: false, reason: 'malformed' };
    const checked = link === undefined ? null : checkLink(link);
    if (checked?.ok === false)
      return { ok: false, reason: 'invalid_link', fields: { link: checked.message } };

    if (fileId !== undefined) await awaitVerdict(ctx, fileId);
    return ctx.transaction(async (tx) => {
      const read = () =>
        tx.selectFrom('skin_files').selectAll().where('sku', '=', sku).forUpdate().executeTakeFirst();
      const audit = (action: 'skin_file.saved' | 'skin_file.auto_on' | 'skin_file.auto_off', details = {}) =>
        recordAudit(ctx, tx, {
          actorUserId,
          action,
          subject: { type: 'skin_file', id: skinKey(sku) },
          details,
        });

      const content: SkinContent | null = checked ? { link: checked.link } : fileId ? { fileId } : null;
      if (fileId && !(await readStoredFiles(tx, [fileId])).has(fileId))
        return { ok: false, reason: 'unknown_file' };
      if (content) await lockProducts(tx, [sku]);
      const before = await read();
      if (!before && !ctx.catalog.current().findSkin(sku)) {
        return { ok: false, reason: 'unknown_skin' };
      }
      if (!before && !content) return { ok: false, reason: 'no_link' };
      if (content && !isContent(before, content)) {
        const learned = { sku, content };
        await learnFiles(ctx, tx, actorUserId, [learned]);
        await audit(
          'skin_file.saved',
          'link' in content ? { host: new URL(content.link).host } : { fileId: content.fileId },
        );
      }
      const saved = await read();
      if (!saved) throw new Error('A file that was saved under its lock is there.');
      if (auto !== undefined && auto !== saved.auto) {
        await tx.updateTable('skin_files').set({ auto }).where('id', '=', saved.id).execute();
        await audit(auto ? 'skin_file.auto_on' : 'skin_file.auto_off');
      }
      return { ok: true as const, ...(await describeFile(ctx, tx, { ...saved, auto: auto ?? saved.auto })) };
    });
  },
);

function isContent(row: SkinFileRow | undefined, content: SkinContent): boolean {
  return 'link' in content ? row?.link === content.link : row?.file_id === content.fileId;
}
