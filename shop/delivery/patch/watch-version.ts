import type { ShopContext } from '#shop/context.ts';
import { countPatch, setPatchState } from './set-patch-state.ts';

/**
 * The radar: a new version of the game drafts a patch day, or marks every file by itself (setting `patchRadar`). The
 * first version that a shop knows, and an older one that comes back, are none.
 */
export async function watchVersion(ctx: ShopContext): Promise<void> {
  const stored = await ctx.db.selectFrom('catalog_state').select(['version', 'source']).executeTakeFirst();
  if (stored?.source === 'static-data') await noteVersion(ctx, stored.version);
  await endAnswered(ctx);
  const marking = await ctx.db
    .selectFrom('patch_drafts')
    .select('version')
    .where('state', '=', 'marking')
    .executeTakeFirst();
  if (!marking) return;
  // Killed after this, it finds nothing left to mark.
  await setPatchState(ctx, { actorUserId: null, scope: { game: true }, state: 'updating', notify: false });
  await ctx.db.updateTable('patch_drafts').set({ state: 'marked' }).where('state', '=', 'marking').execute();
}

/** A question about which nothing is left to mark. It would come back once these files are ready. */
async function endAnswered(ctx: ShopContext): Promise<void> {
  const open = ctx.db.selectFrom('patch_drafts').select('version').where('state', '=', 'open');
  if (!(await open.executeTakeFirst())) return;
  if ((await countPatch(ctx, { scope: { game: true }, state: 'updating' })).skins > 0) return;
  await ctx.db.updateTable('patch_drafts').set({ state: 'marked' }).where('state', '=', 'open').execute();
}

async function noteVersion(ctx: ShopContext, version: string): Promise<void> {
  const known = await ctx.db.selectFrom('patch_drafts').select('version').execute();
  if (known.some((one) => one.version === version)) return;
  const isNew = known.length > 0 && known.every((one) => isLater(version, one.version));
  let state: 'seen' | 'open' | 'marking' | 'marked' = isNew
    ? ({ off: 'seen', ask: 'open', mark: 'marking' } as const)[ctx.settings.patchRadar]
    : 'seen';
  await ctx.transaction(async (tx) => {
    // One question at a time: the newest.
    if (isNew)
      await tx
        .updateTable('patch_drafts')
        .set({ state: 'dismissed' })
        .where('state', '=', 'open')
        .where('version', '<>', version)
        .execute();
    // Everything is marked already, for what came out now too.
    const left =
      state === 'open' && (await countPatch(ctx, { scope: { game: true }, state: 'updating' }, tx));
    if (left && left.skins === 0) state = 'marked';
    await tx
      .insertInto('patch_drafts')
      .values({ version, state, noticed_at: ctx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  ctx.log.info('patch.version', { version, state });
}

/** `16.9.1` is before `16.24.1`. */
function isLater(version: string, than: string): boolean {
  return new Intl.Collator('en', { numeric: true }).compare(version, than) > 0;
}
