import { runFuzz } from '../../fuzz/run-fuzz.ts';
import { expect, startStockedShop, test } from '../shop.ts';

/** Each push sends some, a release more. */
const REQUESTS = process.env.RELEASE ? 2_000 : 600;

test('nothing that is sent makes the shop fail: hundreds of broken requests', async ({
  catalogServer,
  database,
}) => {
  const shop = await startStockedShop(database, { CATALOG_URL: catalogServer.url, LOG_LEVEL: 'warn' });
  const report = await runFuzz(shop, { seed: 20_261_121, requests: REQUESTS, atOnce: 8 });
  expect(report.failures).toEqual([]);
  expect(shop.output()).not.toContain('request_failed');
  expect(await shop.stop()).toBe(0);
  expect([report.requests, report.byteRequests]).toEqual([REQUESTS, REQUESTS / 10]);
  // Many requests passed the access checks and were read, so the run does not test refusals only.
  const read = [200, 201, 202, 204, 400, 409, 422].map((status) => report.statuses[status] ?? 0);
  expect(read.reduce((sum, count) => sum + count)).toBeGreaterThan(REQUESTS * 0.3);
  expect(report.answers['4xx']).toBeGreaterThan(REQUESTS * 0.15);
});
