import { defineConfig } from '@playwright/test';
import type { ShopOptions } from './test/e2e/shop.ts';

/**
 * Who may do what is asked of the same code on either database; the matrix looks into it, so it needs a server.
 * And only a server's database can be taken away from a running shop, filled beside it, or serve several processes.
 */
const NEEDS_A_SERVER =
  'growing-lists|dead-links|preorder|authorization|mass-assignment|database-loss|fuzz|workers|rolling-restart';
/** Several clerks and a killed shop: where many work at once it is the server's database that they meet in. */
const AT_ONCE = 'desk|patch';
/** Money, from the first page to its way back: on the embedded database, and for a release on both. */
const MONEY = 'buy|shared-payment|coupons|gift|withdrawal|deliver|sale/disputes';
/** What data does in each database `*.both.test.ts` asks; before a release these are walked on both all the same. */
const ON_BOTH = 'collect|reviews|files|alerts|tickets|push|email-slips|rescue|gateways/disputes';
/**
 * Proofs of a release. `npm run dev` compiles the shop three times, and who works with it sees at once when it breaks; the
 * grown catalogue and what moves on a screen change with few changes, and unit tests ask for the parts of both.
 */
const FOR_A_RELEASE = 'from-sources|grown-catalog|screens-motion';
const isRelease = Boolean(process.env.RELEASE);
const named = (...groups: string[]) => new RegExp(`(${groups.join('|')})\\.spec`);

/** Journeys through real Chromium against the built shop; each worker starts its own (test/e2e/shop.ts). */
export default defineConfig<object, ShopOptions>({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/prepare-shops.ts',
  timeout: 120_000,
  // Wide: a shared machine may stand still for seconds, and what is there ends the wait at once.
  expect: { timeout: 20_000 },
  workers: 3,
  // What takes longest and what something shorter shows too (docs/testing.md).
  ...(!isRelease && { grepInvert: /@release/ }),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : [['list']],
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // A trace films every step of every journey and slows all of them: TRACE=1 when one is needed.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        // Without a window Chromium fits letters to whole pixels; with one it does not, as on a phone.
        '--font-render-hinting=none',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    // First, because the long ones are here: what is short fills the end of the run.
    {
      name: 'postgres',
      use: { database: 'postgres' },
      testMatch: named(NEEDS_A_SERVER, AT_ONCE, ...(isRelease ? [MONEY, ON_BOTH] : [])),
    },
    {
      name: 'embedded',
      use: { database: 'embedded' },
      testIgnore: named(NEEDS_A_SERVER, ...(isRelease ? [] : [AT_ONCE, FOR_A_RELEASE])),
    },
  ],
});
