import { recordAudit } from '#shop/audit/record-audit.ts';
import { skinKey } from '#shop/catalog/catalog.ts';
import type { ShopContext } from '#shop/context.ts';
import { describeFile, type SkinFile } from './skin-file.ts';

export type MarkBrokenResult = { ok: true; file: SkinFile } | { ok: false; reason: 'not_found' };

/** A broken file neither fills in nor delivers (ruling 32), until it is replaced or works again. */
export async function markBroken(
  ctx: ShopContext,
  request: { actorUserId: string; championId: string; skinNum: number; broken: boolean },
): Promise<MarkBrokenResult> {
  const { actorUserId, championId, skinNum, broken } = request;
  return ctx.transaction(async (tx) => {
    const row = await tx
      .selectFrom('skin_files')
      .selectAll()
      .where('champion_id', '=', championId)
      .where('skin_num', '=', skinNum)
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
        subject: { type: 'skin_file', id: skinKey(championId, skinNum) },
      });
    }
    return {
      ok: true,
      file: await describeFile(ctx, tx, { ...row, ...(row.state === state ? {} : marked) }),
    };
  });
}
