import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';

/** What `deploy/` and the Dockerfile say, done on this machine: `npm test -- --only=deploy`. */
export default defineConfig({
  use: journeys.use,
  expect: journeys.expect,
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 1,
  timeout: 120_000,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  outputDir: '../../test-results',
});
