import { brotliCompressSync } from 'node:zlib';
import { grownMirror } from '../../test/catalog/invented-mirror.ts';
import { startStockedShop } from '../../test/e2e/shop.ts';
import { startStaticDataServer } from '../../test/catalog/static-data-server.ts';
import type { Measure, Row } from './measure.ts';

/** What the catalogue weighs where somebody meets it: its index in the browser, and the longest pages of the store. */
export const measureCatalog: Measure = {
  name: 'catalog',
  needsStock: true,
  async run() {
    const source = await startStaticDataServer(grownMirror);
    const shop = await startStockedShop('embedded', { CATALOG_URL: source.url });
    try {
      return [
        await weighIndex(shop.url),
        await weighPage(shop.url, 10, 600),
        await weighPage(shop.url, 81, 100),
      ];
    } finally {
      await shop.stop();
      await source.close();
    }
  },
};

async function weighIndex(url: string): Promise<Row> {
  const digest = /indexDigest[^\w-]+([\w-]{16})/.exec(await (await fetch(`${url}/loja`)).text())?.[1];
  const answer = await fetch(`${url}/api/catalog-index/${digest}`, { headers: { 'Accept-Encoding': 'br' } });
  // What fetch hands over is unpacked already; the shop compresses at the same level.
  const kilobytes = brotliCompressSync(await answer.text()).length / 1024;
  return {
    figure: 'index of all skins, compressed',
    goal: '≤ 35 KB',
    ratio: '–',
    absolute: `${kilobytes.toFixed(1)} KB`,
    isMet: answer.ok && kilobytes <= 35,
  };
}

async function weighPage(url: string, page: number, goalKilobytes: number): Promise<Row> {
  const answer = await fetch(`${url}/loja?pagina=${page}`);
  const kilobytes = Buffer.byteLength(await answer.text()) / 1024;
  return {
    figure: `HTML of page ${page} of the store`,
    goal: `≤ ${goalKilobytes} KB`,
    ratio: '–',
    absolute: `${kilobytes.toFixed(0)} KB`,
    isMet: answer.ok && kilobytes <= goalKilobytes,
  };
}
