import type { OutwardContext } from '#shop/context.ts';
import type { StaticDataPolicy } from '../catalog-provider.ts';
import { importCatalog, type ImportResult } from './import-catalog.ts';
import { OWN_SHELF } from '../shelves.ts';
import { readImportProgress } from './import-progress.ts';

// A little less than an hour, because a schedule in minutes may start some seconds early.
const LOOK_EVERY_MS = 59 * 60_000;

/**
 * Looks for a newer catalogue every hour. It looks at each call while the demonstration catalogue is in use or the
 * last look failed.
 * @returns null if it is not time yet, or nothing of that source is on sale.
 */
export async function refreshCatalog(
  ctx: OutwardContext,
  policy: Partial<StaticDataPolicy> = {},
): Promise<ImportResult | null> {
  if (!ctx.settings.catalogSources.includes(OWN_SHELF.id)) return null;
  const stored = await ctx.db.selectFrom('catalog_state').select('source').executeTakeFirst();
  if (stored?.source === 'static-data') {
    const last = await readImportProgress(ctx);
    const nextLook = last?.phase === 'finished' ? Date.parse(last.at) + LOOK_EVERY_MS : 0;
    if (ctx.now().getTime() < nextLook) return null;
  }
  return importCatalog(ctx, { onlyNewer: true, policy });
}
