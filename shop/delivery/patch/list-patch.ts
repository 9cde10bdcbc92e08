import { sql } from 'kysely';
import { describeFiles, type SkinFile } from '#shop/delivery/files/skin-file.ts';
import type { ShopContext } from '#shop/context.ts';
import { cutPage, isAfter, type Page } from '#shop/pagination/page.ts';
import { knownFiles } from './set-patch-state.ts';

const PATCH_PAGE = 50;

/** The files that are being updated, the last marked first, starting before `cursor`. */
export async function listUpdatingFiles(
  ctx: ShopContext,
  { cursor }: { cursor: string | null },
): Promise<Page<SkinFile & { markedAt: Date | null }>> {
  const rows = await ctx.db
    .selectFrom('skin_files')
    .selectAll()
    .where('updating', '=', true)
    .where(isAfter(cursor, 'marked_at'))
    .orderBy('marked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PATCH_PAGE + 1)
    .execute();
  const { entries, nextCursor } = cutPage(rows, PATCH_PAGE, (row) => ({
    at: row.marked_at ?? row.updated_at,
    id: row.id,
  }));
  const files = await describeFiles(ctx, ctx.db, entries);
  return {
    entries: files.map((file, position) => ({ ...file, markedAt: entries[position]?.marked_at ?? null })),
    nextCursor,
  };
}

/** How a patch stands. */
export interface PatchProgress {
  known: number;
  updating: number;
  waitingOrders: number;
  /** Owners who own something else that is not ready yet. */
  waitingOwners: number;
}

export async function readPatchProgress(ctx: ShopContext): Promise<PatchProgress> {
  const { rows } = await sql<PatchProgress>`
    select count(*)::int as known, (count(*) filter (where updating))::int as updating,
      (select count(distinct order_id) from grants where waits_for = 'update')::int as "waitingOrders",
      (select count(*) from patch_notices notice where mailed_at is null
        and exists (select from skin_files where patch_id = notice.patch_id))::int as "waitingOwners"
    from ${knownFiles} file
  `.execute(ctx.db);
  return rows[0] ?? { known: 0, updating: 0, waitingOrders: 0, waitingOwners: 0 };
}
