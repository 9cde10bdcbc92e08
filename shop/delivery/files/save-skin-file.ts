import type { SkinFileRow } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { skinKey } from '#shop/catalog/catalog.ts';
import type { ShopContext } from '#shop/context.ts';
import { checkLink } from '#shop/text/check-link.ts';
import { readKeptFiles, type SkinContent } from './kept-file.ts';
import { learnFiles } from './learn-files.ts';
import { describeFile, type SkinFile } from './skin-file.ts';

export type SaveSkinFileResult =
  | { ok: true; file: SkinFile }
  /** `no_link`: there is no file whose delivery could be switched. */
  | { ok: false; reason: 'unknown_skin' | 'unknown_file' | 'no_link' }
  | { ok: false; reason: 'invalid_link'; message: string };

interface Request {
  actorUserId: string;
  championId: string;
  skinNum: number;
  /** Absent: it stays. */
  link?: string | undefined;
  /** A file that the shop keeps, in place of a link. */
  fileId?: string | undefined;
  /** 'Entregar sozinha'. Absent: it stays. */
  auto?: boolean | undefined;
}

/** Sets the file of a skin, and whether it is delivered at payment (ruling 32). */
export async function saveSkinFile(ctx: ShopContext, request: Request): Promise<SaveSkinFileResult> {
  const { actorUserId, championId, skinNum, auto, fileId } = request;
  const checked = request.link === undefined ? null : checkLink(request.link);
  if (checked?.ok === false) return { ok: false, reason: 'invalid_link', message: checked.message };

  return ctx.transaction(async (tx) => {
    const read = () =>
      tx
        .selectFrom('skin_files')
        .selectAll()
        .where('champion_id', '=', championId)
        .where('skin_num', '=', skinNum)
        .forUpdate()
        .executeTakeFirst();
    const audit = (action: 'skin_file.saved' | 'skin_file.auto_on' | 'skin_file.auto_off', details = {}) =>
      recordAudit(ctx, tx, {
        actorUserId,
        action,
        subject: { type: 'skin_file', id: skinKey(championId, skinNum) },
        details,
      });

    const content: SkinContent | null = checked ? { link: checked.link } : fileId ? { fileId } : null;
    if (fileId && !(await readKeptFiles(tx, [fileId])).has(fileId))
      return { ok: false, reason: 'unknown_file' };
    const before = await read();
    if (!before && !ctx.catalog.current().findSkin(championId, skinNum)) {
      return { ok: false, reason: 'unknown_skin' };
    }
    if (!before && !content) return { ok: false, reason: 'no_link' };
    if (content && !isContent(before, content)) {
      const learned = { champion_id: championId, skin_num: skinNum, content };
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
    return { ok: true, file: await describeFile(ctx, tx, { ...saved, auto: auto ?? saved.auto }) };
  });
}

function isContent(row: SkinFileRow | undefined, content: SkinContent): boolean {
  return 'link' in content ? row?.link === content.link : row?.file_id === content.fileId;
}
