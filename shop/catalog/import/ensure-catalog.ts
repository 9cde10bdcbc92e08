import { setTimeout as sleep } from 'node:timers/promises';
import type { OutwardContext } from '#shop/context.ts';
import { CatalogError, type StaticDataPolicy } from '../catalog-provider.ts';
import { importCatalog } from './import-catalog.ts';
import { importDemoCatalog } from './import-demo-catalog.ts';

export interface EnsureOptions {
  /** How long to wait for the first answer of the service. */
  probeMs?: number;
  /** How long the first start may wait for the whole catalogue. */
  budgetMs?: number;
  policy?: Partial<StaticDataPolicy>;
}

/**
 * The shop never opens with an empty store. The first start imports the real catalogue, or the demonstration one if
 * the static-data service does not answer in time. `refresh-catalog` imports the real one later.
 */
export async function ensureCatalog(ctx: OutwardContext, options: EnsureOptions = {}): Promise<void> {
  const { probeMs = 4_000, budgetMs = 45_000, policy = {} } = options;
  if (ctx.catalog.ready()) {
    // Do not wait for the job: the machine may be online now.
    if (ctx.catalog.current().source === 'demo') {
      ctx.inBackground('import_catalog', () => importCatalog(ctx, { policy }));
    }
    return;
  }
  if (await answers(ctx, probeMs, policy)) {
    if (await importWithin(ctx, budgetMs, policy)) return;
  }
  if (await importDemoCatalog(ctx)) ctx.log.warn('catalog.demo', { catalogUrl: ctx.settings.catalogUrl });
  await ctx.catalog.reload();
}

/** Another process may be importing now, or it died while importing. Wait and look again. */
async function importWithin(
  ctx: OutwardContext,
  budgetMs: number,
  policy: Partial<StaticDataPolicy>,
): Promise<boolean> {
  const deadline = ctx.now().getTime() + budgetMs;
  for (let left = budgetMs; left > 0; left = deadline - ctx.now().getTime()) {
    const result = await importCatalog(ctx, { budgetMs: left, policy });
    if (result.ok) return true;
    if (result.reason !== 'already_running') return false;
    await sleep(Math.min(500, left));
    await ctx.catalog.reload();
    if (ctx.catalog.ready()) return true;
  }
  return false;
}

async function answers(
  ctx: OutwardContext,
  probeMs: number,
  policy: Partial<StaticDataPolicy>,
): Promise<boolean> {
  try {
    await ctx.catalogs.staticData.version(ctx.settings, {
      signal: AbortSignal.timeout(probeMs),
      policy: { ...policy, attempts: 1 },
    });
    return true;
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    ctx.log.warn('catalog.source_silent', { detail: error.message });
    return false;
  }
}
