import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMany, type Report } from './run-many.ts';
import { buildTemplate, type DatabaseKind, type ShopTemplate } from './world/shop-template.ts';

/** A slice of `npm run faults` (docs/faults.md): fixed seeds, both databases. */
const SEED = 20;
const MAIN_FILE = resolve(import.meta.dirname, '../../build/server/main.js');
const postgresUrl = process.env.TEST_DATABASE_URL ?? '';
const templates: Partial<Record<DatabaseKind, ShopTemplate>> = {};

beforeAll(async () => {
  if (!existsSync(MAIN_FILE)) throw new Error('The shop is not built: run `npm test`, or `npm start` once.');
  if (postgresUrl === '') {
    throw new Error('TEST_DATABASE_URL is not set: run `npm test`, or `npm run postgres` beside this.');
  }
  templates.postgres = await buildTemplate('postgres', { mainFile: MAIN_FILE, postgresUrl });
}, 120_000);
afterAll(async () => {
  await templates.postgres?.drop();
  await templates.embedded?.drop();
});

function slice(database: DatabaseKind, gateway: string, to: number, killsEach: number): Promise<Report> {
  return runMany({
    seed: SEED,
    from: 1,
    to,
    lanes: 1,
    killsEach,
    database,
    gateways: [gateway],
    template: templates[database] as ShopTemplate,
    mainFile: MAIN_FILE,
    postgresUrl,
    restartPostgres: null,
  });
}

/** At once: each waits for two thirds of its time. */
describe.concurrent('money survives kills and a broken network', () => {
  // shows: threat 49, threat 51
  test.each(['abacatepay-v1', 'mercadopago'])(
    'on PostgreSQL, through %s',
    async (gateway) => {
      const report = await slice('postgres', gateway, 1, 5);
      expect(report.failures.map(({ violations }) => violations)).toEqual([]);
      expect(report.tally.kills.size).toBeGreaterThan(1);
      expect(report.tally.network.size).toBeGreaterThan(3);
      expect([...report.tally.network.keys()].filter((name) => name.startsWith('silence of'))).not.toEqual(
        [],
      );
      expect([...report.tally.network.keys()]).toContain('gift opened by two at once');
      expect(report.orders).toBeGreaterThan(3);
      expect(report.paid).toBeGreaterThan(2);
    },
    180_000,
  );

  // shows: threat F8
  test('on the embedded database', async () => {
    templates.embedded = await buildTemplate('embedded', { mainFile: MAIN_FILE, postgresUrl });
    const report = await slice('embedded', 'abacatepay-v1', 1, 3);
    expect(report.failures.map(({ violations }) => violations)).toEqual([]);
    expect(report.tally.kills.size).toBeGreaterThan(0);
    expect(report.paid).toBeGreaterThan(2);
  }, 300_000);
});
