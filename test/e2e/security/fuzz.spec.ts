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
  // Many requests passed the access checks, so the run does not test refusals only.
  expect(report.answers['2xx']).toBeGreaterThan(300);
  expect(report.answers['4xx']).toBeGreaterThan(300);
});
