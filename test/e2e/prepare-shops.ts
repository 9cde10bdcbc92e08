import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallMirror } from '../catalog/invented-mirror.ts';
import type { Mirror } from '../catalog/mirror.ts';
import { startStaticDataServer } from '../catalog/static-data-server.ts';
import { createPostgresDatabase, startShop } from './shop.ts';
import { keepStock, settingsOf } from './stock.ts';

/**
 * Runs once before all journeys, for `startStockedShop`. A first start on the embedded database takes six seconds of
 * a core, one that goes on with what another has left takes two, and some twenty shops are started. First starts are
 * still tested: here, and wherever a journey calls `startShop` itself.
 */
export default function prepareShops(): Promise<() => Promise<void>> {
  return stockShops(smallMirror);
}

/** The same with another catalogue, for measurements. */
export async function stockShops(catalog: Mirror): Promise<() => Promise<void>> {
  const source = await startStaticDataServer(catalog);
  const kinds = process.env.TEST_DATABASE_URL ? (['embedded', 'postgres'] as const) : (['embedded'] as const);
  const folders = await Promise.all(
    kinds.map(async (kind) => {
      const folder = mkdtempSync(join(tmpdir(), 'fulgor-stock-'));
      const stock = { folder, databaseUrl: kind === 'postgres' ? await createPostgresDatabase() : null };
      const shop = await startShop('embedded', { CATALOG_URL: source.url, ...settingsOf(stock) });
      const code = await shop.stop();
      if (code !== 0) throw new Error(`The first shop on ${kind} ended with ${code}:\n${shop.output()}`);
      keepStock(kind, stock);
      return folder;
    }),
  );
  await source.close();
  return async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  };
}
