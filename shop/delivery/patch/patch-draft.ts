import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { line, nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { countPatch, type PatchResult } from './set-patch-state.ts';

export interface PatchDraft extends PatchResult {
  version: string;
  /** As players call it: `16.24`. */
  name: string;
  noticedAt: Date;
}

/** The patch day that a new version of the game drafts; null: there is none, or no file that it could outdate. */
export async function readPatchDraft(ctx: ShopContext): Promise<PatchDraft | null> {
  const draft = await ctx.db
    .selectFrom('patch_drafts')
    .select(['version', 'noticed_at as noticedAt'])
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (!draft) return null;
  const counts = await countPatch(ctx, { scope: { game: true }, state: 'updating' });
  return counts.skins === 0 ? null : { ...draft, ...counts, name: draft.version.replace(/\.1$/, '') };
}

/** 'Dispensar': this version outdates nothing. */
export const dismissDraft = operation(
  {
    id: 'patch.dismiss',
    who: 'patch.manage',
    input: z.object({ version: line(40) }),
    output: nothing,
    refusals: { not_found: 404 },
  },
  async (ctx, { version }) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable('patch_drafts')
      .set({ state: 'dismissed' })
      .where('version', '=', version)
      .where('state', '=', 'open')
      .executeTakeFirst();
    return numUpdatedRows === 0n ? { ok: false, reason: 'not_found' } : { ok: true as const };
  },
);
