import type { OutwardContext } from '#shop/context.ts';
import { importDemoCatalog } from '#shop/catalog/import/import-demo-catalog.ts';
import type { Mirror } from './catalog/mirror.ts';
import { createTestContext, type TestContext } from './context.ts';
import { startStaticDataServer, type StaticDataServer } from './catalog/static-data-server.ts';

export interface CatalogTestContext extends TestContext {
  server: StaticDataServer;
  /** Resets for the next test: the demonstration catalogue, a source without requests, no import under way. */
  renew(): Promise<void>;
  /** Takes the catalogue away: a shop at its very first start. */
  emptyShelves(): Promise<void>;
}

/** The test context with its catalogue coming from a static-data server of its own. */
export async function createCatalogTestContext(mirror?: Mirror): Promise<CatalogTestContext> {
  const server = await startStaticDataServer(mirror);
  const test = await createTestContext();
  const ctx: OutwardContext = { ...test.ctx, settings: { ...test.ctx.settings, catalogUrl: server.url } };
  return {
    ...test,
    ctx,
    server,
    async renew(this: CatalogTestContext) {
      await test.settled();
      server.renew();
      await ctx.db.deleteFrom('catalog_import').execute();
      await ctx.db.deleteFrom('catalog_state').execute();
      await importDemoCatalog(ctx);
      await ctx.catalog.reload();
      await this.forget();
    },
    async emptyShelves() {
      await ctx.db.deleteFrom('catalog_state').execute();
      await ctx.db.deleteFrom('champions').execute();
      await ctx.catalog.reload();
    },
    async close() {
      await test.close();
      await server.close();
    },
  };
}

/** As many retries as in production, with short pauses. */
export const QUICK = { timeoutMs: 2_000, backoffMs: () => 5 };
