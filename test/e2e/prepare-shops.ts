import { mkdtempSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallMirror } from '../catalog/invented-mirror.ts';
import type { Mirror } from '../catalog/mirror.ts';
import { startStaticDataServer } from '../catalog/static-data-server.ts';
import { createPostgresDatabase, startShop } from './shop.ts';
import { keepStock, settingsOf } from './stock.ts';

/**
 * Runs once before all journeys, for `startStockedShop`. A first start on the embedded database takes six seconds of
 * a core, one that goes on with what another has left takes two, and some fifty shops are started. First starts are
 * still tested: here, and wherever a journey calls `startShop` itself.
 */
export default function prepareShops(): Promise<() => Promise<void>> {
  return stockShops(smallMirror, { withPictures: true });
}

/** The same with another catalogue, for measurements. */
export async function stockShops(
  catalog: Mirror,
  { withPictures = false } = {},
): Promise<() => Promise<void>> {
  const source = await startStaticDataServer(catalog);
  const kinds = process.env.TEST_DATABASE_URL ? (['embedded', 'postgres'] as const) : (['embedded'] as const);
  const stocks = await Promise.all(
    kinds.map(async (kind) => {
      const stock = {
        folder: mkdtempSync(join(tmpdir(), 'fulgor-stock-')),
        databaseUrl: kind === 'postgres' ? await createPostgresDatabase() : null,
        catalogUrl: source.url,
      };
      const shop = await startShop('embedded', settingsOf(stock));
      if (withPictures && kind === 'embedded') await askForPictures(shop.url);
      const code = await shop.stop();
      if (code !== 0) throw new Error(`The first shop on ${kind} ended with ${code}:\n${shop.output()}`);
      keepStock(kind, stock);
      return stock;
    }),
  );
  const [{ folder: first }, ...others] = stocks as [(typeof stocks)[number], ...typeof stocks];
  if (withPictures)
    for (const { folder } of others)
      await cp(join(first, 'files'), join(folder, 'files'), { recursive: true });
  return async () => {
    for (const { folder } of stocks) await rm(folder, { recursive: true, force: true });
    await source.close();
  };
}

/** Of the landing page and of the store's first pages, as Chromium asks for them: each shop would draw them anew. */
async function askForPictures(url: string): Promise<void> {
  const asked = new Set<string>();
  for (const [path, found] of [
    ['/', /\/img\/\w+\?w=(?:330|480)\b/g],
    ['/loja?pagina=3', /\/img\/\w+\?w=330\b/g],
  ] as const) {
    const html = await (await fetch(url + path)).text();
    for (const [picture] of html.matchAll(found)) asked.add(picture);
  }
  for (const [index, picture] of [...asked].entries()) {
    // From many addresses: one may not ask for so many new ones.
    const headers = { Accept: 'image/avif', 'X-Forwarded-For': `198.51.100.${index}` };
    const answer = await fetch(url + picture, { headers });
    if (!answer.ok) throw new Error(`${picture}: ${answer.status}`);
    await answer.arrayBuffer();
  }
}
