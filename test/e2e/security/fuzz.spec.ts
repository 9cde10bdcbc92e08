import { runFuzz } from '../../fuzz/run-fuzz.ts';
import { expect, startStockedShop, test } from '../shop.ts';

test('nothing that is sent makes the shop fail: two thousand broken requests', async ({
  catalogServer,
  database,
}) => {
  const shop = await startStockedShop(database, { CATALOG_URL: catalogServer.url, LOG_LEVEL: 'warn' });
  const report = await runFuzz(shop, { seed: 20_261_121, requests: 2_000, atOnce: 8 });
  expect(report.failures).toEqual([]);
  expect(shop.output()).not.toContain('request_failed');
  expect(await shop.stop()).toBe(0);
  expect([report.requests, report.byteRequests]).toEqual([2_000, 200]);
  // Many requests passed the access checks and were read, so the run does not test refusals only.
  const read = [200, 201, 202, 204, 400, 409, 422].map((status) => report.statuses[status] ?? 0);
  expect(read.reduce((sum, count) => sum + count)).toBeGreaterThan(600);
  expect(report.answers['4xx']).toBeGreaterThan(300);
});
