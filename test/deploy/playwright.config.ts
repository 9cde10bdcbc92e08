import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';

/** What `deploy/` and the Dockerfile say, done on this machine: `npm test -- --only=deploy`. */
export default defineConfig({
  ...(journeys.use && { use: journeys.use }),
  ...(journeys.expect && { expect: journeys.expect }),
  testDir: '.',
  testMatch: '*.spec.ts',
  // The image is built while the packaged folder is walked through.
  workers: 2,
  timeout: 120_000,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  outputDir: '../../test-results',
});
