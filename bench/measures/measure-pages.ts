import { startStockedShop } from '../../test/e2e/shop.ts';
import { grownMirror } from '../../test/catalog/invented-mirror.ts';
import { startStaticDataServer } from '../../test/catalog/static-data-server.ts';
import { cpuSeconds } from '../load/cpu-time.ts';
import { load } from '../load/load.ts';
import type { Measure, Row, Size } from './measure.ts';

/** A rendered page takes milliseconds, so a shop without its cache of anonymous pages stays far below. */
const LEAST_PER_CPU_SECOND = 5000;
const PAGES = [
  { path: '/loja', name: 'store' },
  { path: '/loja/skin/Ahri/4', name: 'skin page' },
];

/** The public pages for people without a session: how many newcomers at once a small machine bears. */
export const measurePages: Measure = {
  name: 'pages',
  needsStock: true,
  async run(size) {
    const catalog = await startStaticDataServer(grownMirror);
    const shop = await startStockedShop('embedded', { CATALOG_URL: catalog.url, LOG_LEVEL: 'error' });
    try {
      const rows: Row[] = [];
      for (const page of PAGES) rows.push(await measurePage(shop, page, size));
      return rows;
    } finally {
      await shop.stop();
      await catalog.close();
    }
  },
};

async function measurePage(
  shop: { url: string; pid: number },
  { path, name }: (typeof PAGES)[number],
  size: Size,
): Promise<Row> {
  const asked = {
    url: shop.url + path,
    connections: 32,
    headers: { 'accept-encoding': 'br, gzip' },
  };
  if (size === 'full') await load({ ...asked, seconds: 3 });
  const before = cpuSeconds(shop.pid);
  const { requests, failures } = await load({ ...asked, seconds: size === 'full' ? 6 : 1 });
  const perCpuSecond = requests / (cpuSeconds(shop.pid) - before);
  return {
    figure: `Anonymous ${name}, answers per CPU second`,
    goal: `≥ ${LEAST_PER_CPU_SECOND}, 0 failures`,
    ratio: '–',
    absolute: `${perCpuSecond.toFixed(0)}, ${failures} failures`,
    isMet: perCpuSecond >= LEAST_PER_CPU_SECOND && failures === 0,
  };
}
