import { defineConfig } from '@playwright/test';
import type { EngineOptions } from './journey.spec.ts';

/** The browsers that players have beside Chromium, each by the name of its Debian package. */
const ENGINES = ['webkit2gtk-driver', 'firefox-esr'] as const;

/** One journey in every engine, on a phone and at a desk: `npm test -- --only=engines`. */
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  globalSetup: '../e2e/prepare-shops.ts',
  timeout: 180_000,
  expect: { timeout: 20_000 },
  workers: 2,
  // As for every journey: docs/testing.md.
  retries: 1,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  outputDir: '../../test-results/engines',
  projects: ENGINES.flatMap((engine) =>
    [390, 1280].map((width) => ({ name: `${engine} ${width} px`, use: { engine, width } })),
  ),
});
