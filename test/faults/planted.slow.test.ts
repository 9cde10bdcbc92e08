import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeServer, readBuiltServer } from './planted/plant-bug.ts';
import { PLANTED_BUGS } from './planted/planted-bugs.ts';
import { catchBug } from './planted/run-planted.ts';
import { buildTemplate, type ShopTemplate } from './world/shop-template.ts';

/**
 * A few of the planted bugs of `npm run faults -- --planted` (docs/faults.md). A file of its own, so that it runs
 * beside the other one: each spends half of its time waiting.
 */
const SEED = 20;
const MAIN_FILE = resolve(import.meta.dirname, '../../build/server/main.js');
const postgresUrl = process.env.TEST_DATABASE_URL ?? '';
let template: ShopTemplate | null = null;

beforeAll(async () => {
  if (!existsSync(MAIN_FILE)) throw new Error('The shop is not built: run `npm test`, or `npm start` once.');
  if (postgresUrl === '') {
    throw new Error('TEST_DATABASE_URL is not set: run `npm test`, or `npm run postgres` beside this.');
  }
  template = await buildTemplate('postgres', { mainFile: MAIN_FILE, postgresUrl });
}, 120_000);
afterAll(() => template?.drop());

describe('the harness can fail', () => {
  // shows: threat 49
  test('every planted bug still finds its place in the built shop, exactly once', async () => {
    expect(PLANTED_BUGS.length).toBeGreaterThanOrEqual(30);
    expect(new Set(PLANTED_BUGS.map(({ name }) => name)).size).toBe(PLANTED_BUGS.length);
    const server = await readBuiltServer();
    for (const bug of PLANTED_BUGS) expect(changeServer(bug, server).size).toBeGreaterThan(0);
  });

  test.each(['order-born-paid', 'price-from-the-client', 'charge-below-price'])(
    "a shop with '%s' in it is caught",
    async (name) => {
      const bug = PLANTED_BUGS.find((each) => each.name === name);
      if (!bug || !template) throw new Error(`There is no planted bug ${name}.`);
      const { violation } = await catchBug(bug, {
        seed: SEED,
        template,
        postgresUrl,
        server: await readBuiltServer(),
      });
      expect(violation).not.toBeNull();
    },
    180_000,
  );
});
