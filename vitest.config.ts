import { defineConfig } from 'vitest/config';

const shared = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Its own second is short on a machine that is busy with the other tests. What is awaited takes no longer for it.
  expect: { poll: { timeout: 10_000 } },
};

/** `*.db.test.ts` runs on both databases; everything else once. */
export default defineConfig({
  test: {
    // Vitest's own default leaves one core idle, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [
            '**/node_modules/**',
            'build',
            'data',
            '**/*.db.test.ts',
            '**/*.slow.test.ts',
            'test/e2e/**',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'embedded',
          globalSetup: 'test/prepare-databases.ts',
          include: ['**/*.db.test.ts'],
          exclude: ['**/node_modules/**', 'build'],
        },
      },
      {
        test: {
          ...shared,
          name: 'postgres',
          globalSetup: 'test/prepare-databases.ts',
          include: ['**/*.db.test.ts'],
          exclude: ['**/node_modules/**', 'build'],
          env: { TEST_DATABASE: 'postgres' },
        },
      },
      {
        // Starts and kills the built shop (docs/faults.md): a stage of its own, after the build.
        test: { ...shared, name: 'faults', include: ['test/faults/*.slow.test.ts'] },
      },
    ],
  },
});
