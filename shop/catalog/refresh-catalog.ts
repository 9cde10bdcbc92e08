import type { OutwardContext } from '#shop/context.ts';
import type { StaticDataPolicy } from './fetch-static-data.ts';
import { importCatalog, type ImportResult } from './import-catalog.ts';
import { readImportProgress } from './import-progress.ts';

// A little under the hour, so that a schedule counted in minutes does not miss it by seconds.
const LOOK_EVERY_MS = 59 * 60_000;

/**
 * Looks for a newer catalogue: hourly, and at each call while the shelves hold the demonstration catalogue
 * or the last look failed.
 * @returns null when it was not time yet.
 */
export async function refreshCatalog(
  ctx: OutwardContext,
  policy: Partial<StaticDataPolicy> = {},
): Promise<ImportResult | null> {
  const stored = await ctx.db.selectFrom('catalog_state').select('source').executeTakeFirst();
  if (stored?.source === 'static-data') {
    const last = await readImportProgress(ctx);
    const nextLook = last?.phase === 'finished' ? Date.parse(last.at) + LOOK_EVERY_MS : 0;
    if (ctx.now().getTime() < nextLook) return null;
  }
  return importCatalog(ctx, { onlyNewer: true, policy });
}
