import { signInPerson } from '../../test/e2e/authorization/resources.ts';
import { startShop } from '../../test/e2e/shop.ts';
import { residentMegabytes } from '../load/cpu-time.ts';
import { ensureDatabase, seedDatabase } from '../seed-database.ts';
import type { Measure, Row, Size } from './measure.ts';

const GOAL_MEGABYTES = 64;

/** How much more memory the shop takes while staff download all orders as one file. */
export const measureCsv: Measure = {
  name: 'csv',
  async run(size: Size): Promise<Row[]> {
    const orders = size === 'full' ? 100_000 : 2000;
    const url = await ensureDatabase(process.env.TEST_DATABASE_URL ?? '', `fulgor_grown_${orders}`);
    await seedDatabase(url, orders);
    // 'embedded' only means that no further database is made for it.
    const shop = await startShop('embedded', {
      DATABASE_URL: url,
      CATALOG_URL: 'http://127.0.0.1:9',
      LOG_LEVEL: 'error',
    });
    try {
      const { cookie } = await signInPerson(shop, shop.staff);
      const read = (query: string) => countLines(`${shop.url}/api/admin/orders.csv${query}`, cookie);
      // The first takes what room the heap likes to have. A second one that holds on to its lines would take more.
      await read('');
      const before = residentMegabytes(shop.pid);
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, residentMegabytes(shop.pid))), 50);
      const lines = await read('');
      clearInterval(watch);
      const more = most - before;
      return [
        {
          figure: `memory while ${lines - 1} orders are written as CSV, once more`,
          goal: `≤ ${GOAL_MEGABYTES} MB more`,
          ratio: '–',
          absolute: `${more.toFixed(0)} MB`,
          isMet: lines > orders / 2 && more <= GOAL_MEGABYTES,
        },
      ];
    } finally {
      await shop.stop();
    }
  },
};

async function countLines(address: string, cookie: string): Promise<number> {
  const answer = await fetch(address, { headers: { cookie } });
  if (!answer.ok || !answer.body) throw new Error(`${address} answered ${answer.status}`);
  let lines = 0;
  for await (const chunk of answer.body) for (const byte of chunk) if (byte === 10) lines++;
  return lines;
}
