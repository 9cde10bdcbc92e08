import type { SkinFileRow } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';
import { tellChange } from '#shop/events/tell.ts';
import type { FileCheck } from './ask-link.ts';

/** A file that fails once may be back in a moment. It is broken when it fails again this much later. */
export const CONFIRM_SECONDS = 60 * 60;

type Known = Pick<SkinFileRow, 'state' | 'failing_since'>;

/** What becomes of a file after a check. null: nothing is known. */
function judgeCheck(
  { state, failing_since }: Known,
  check: FileCheck,
  now: Date,
): (Known & { failure: string | null }) | null {
  if (check.is === 'unknown') return null;
  // A person marked it. What they saw in the file, the shop cannot see.
  if (state === 'broken' && failing_since === null) return null;
  if (check.is === 'alive') return { state: 'ok', failing_since: null, failure: null };
  const since = failing_since ?? now;
  const isConfirmed = now.getTime() - since.getTime() >= CONFIRM_SECONDS * 1000;
  return {
    state: state === 'broken' || isConfirmed ? 'broken' : 'suspect',
    failing_since: since,
    failure: check.failure,
  };
}

/** Writes down what a check found, unless the skin has another file by now. */
export async function noteCheck(
  ctx: ShopContext,
  { id, version }: Pick<SkinFileRow, 'id' | 'version'>,
  check: FileCheck,
  actorUserId: string | null,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const row = await tx
      .selectFrom('skin_files')
      .select(['sku', 'state', 'failing_since'])
      .where('id', '=', id)
      .where('version', '=', version)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const next = judgeCheck(row, check, ctx.now());
    await tx
      .updateTable('skin_files')
      .set({ ...next, checked_at: ctx.now() })
      .where('id', '=', id)
      .execute();
    const wasBroken = row.state === 'broken';
    if (!next || wasBroken === (next.state === 'broken')) return;
    await recordAudit(ctx, tx, {
      actorUserId,
      action: wasBroken ? 'skin_file.works' : 'skin_file.broken',
      subject: { type: 'skin_file', id: skinKey(row.sku) },
    });
    // It may be sold ahead, or is sold so no more.
    await announceCatalog(ctx, tx, ctx.catalog.current());
    await tellChange(ctx, tx, { name: 'attention.changed' });
    if (!wasBroken) await tellChange(ctx, tx, { name: 'skin_file.broken', sku: row.sku });
  });
}
