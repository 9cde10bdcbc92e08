import type { OutwardContext } from '#shop/context.ts';
import { CatalogError, type OfferedCatalog, type StaticDataPolicy } from '../catalog-provider.ts';
import { claimImport, type ImportClaim } from './claim-import.ts';
import type { ImportedCatalog } from '../imported-catalog.ts';
import { storeCatalog } from './store-catalog.ts';

const IMPORT_BUDGET_MS = 4 * 60_000;

export type ImportResult =
  | { ok: true; version: string; skinCount: number }
  | { ok: false; reason: 'unreachable' | 'malformed' | 'already_running'; detail: string };

export interface ImportOptions {
  /** Do nothing if the service offers the version that is stored. */
  onlyNewer?: boolean;
  /** How long the whole import may take. */
  budgetMs?: number;
  policy?: Partial<StaticDataPolicy>;
}

/**
 * Reads the whole catalogue from the static-data service, then replaces the stored one in one transaction. A failure
 * leaves the stored one unchanged.
 */
export async function importCatalog(ctx: OutwardContext, options: ImportOptions = {}): Promise<ImportResult> {
  const claim = await claimImport(ctx, { phase: 'asking', done: 0, total: 0, version: null, detail: null });
  if (!claim) return { ok: false, reason: 'already_running', detail: 'Another import holds the claim.' };

  const stopped = new AbortController();
  const forgetStop = ctx.live.onStop(() => stopped.abort());
  const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(options.budgetMs ?? IMPORT_BUDGET_MS)]);
  try {
    const result = await fetchAndStore(ctx, claim, signal, options);
    ctx.log.info('catalog.imported', { ...result });
    return result;
  } catch (error) {
    const detail = (error as Error).message;
    const failed = { phase: 'failed', done: 0, total: 0, version: null, detail } as const;
    await claim.release(ctx.db, failed);
    if (!(error instanceof CatalogError)) throw error;
    ctx.log.warn('catalog.import_failed', { reason: error.reason, detail });
    return { ok: false, reason: error.reason, detail };
  } finally {
    forgetStop();
  }
}

async function fetchAndStore(
  ctx: OutwardContext,
  claim: ImportClaim,
  signal: AbortSignal,
  options: ImportOptions,
): Promise<Extract<ImportResult, { ok: true }>> {
  const { staticData } = ctx.catalogs;
  const fetching = { signal, ...(options.policy ? { policy: options.policy } : {}) };
  const version = await staticData.version(ctx.settings, fetching);
  const stored = await ctx.db.selectFrom('catalog_state').selectAll().executeTakeFirst();
  const isCurrent =
    stored?.source === 'static-data' &&
    stored.version === version &&
    stored.locale === ctx.settings.catalogLocale;
  if (isCurrent && options.onlyNewer) {
    await claim.release(ctx.db, { phase: 'finished', done: 0, total: 0, version, detail: null });
    return { ok: true, version, skinCount: stored.skin_count };
  }

  const offered = await staticData.read(ctx.settings, {
    ...fetching,
    version,
    async onGroup(done, total) {
      const progress = { phase: 'champions', done, total, version, detail: null } as const;
      // About twenty reports: each one is a write and a notification.
      if (done % Math.ceil(total / 20) === 0) await claim.report(progress);
    },
  });
  const imported = toImported(offered);
  const skinCount = imported.champions.reduce((sum, { skins }) => sum + skins.length, 0);
  if (skinCount < (stored?.source === 'static-data' ? stored.skin_count / 2 : 1)) {
    throw new CatalogError(
      'malformed',
      `${version} offers only ${skinCount} skins; the shop has ${stored?.skin_count ?? 0}.`,
      false,
    );
  }

  const total = imported.champions.length;
  const finished = { phase: 'finished', done: total, total, version, detail: null } as const;
  await ctx.transaction(async (tx) => {
    if (!(await claim.release(tx, finished))) {
      throw new CatalogError('unreachable', 'Another import took over.', false);
    }
    await storeCatalog(ctx, tx, imported, 'static-data');
  });
  await ctx.catalog.reload();
  return { ok: true, version, skinCount };
}

const toImported = ({ version, groups }: OfferedCatalog): ImportedCatalog => ({
  version,
  champions: groups.map(({ id, key = 0, name, title, items }) => ({
    id,
    key,
    name,
    title,
    skins: items.map((item) => ({ num: Number(item.id), name: item.name })),
  })),
});
