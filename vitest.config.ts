import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const shared = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Its own second is short on a machine that is busy with the other tests. What is awaited takes no longer for it.
  expect: { poll: { timeout: 10_000 } },
};

/**
 * The files of one worker share its modules: loading the shop anew for each took almost half of the unit tests' time.
 * A file that changes what it shares (a global, the environment) puts it back; none may replace a module.
 */
const sharedModules = { ...shared, isolate: false };

/**
 * `*.both.test.ts` is about what databases do differently, `*.db.test.ts` stands over that (docs/testing.md). A release
 * runs all on both.
 */
const ON_DATABASES = ['**/*.{db,both}.test.ts'];

export default defineConfig({
  test: {
    tags: [{ name: 'release', description: 'Waits for a release: something shorter shows its core.' }],
    // Many tests wait for a timer, a socket or a disk: half as many workers again as cores keep the cores at work.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          ...sharedModules,
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [
            '**/node_modules/**',
            'build',
            'data',
            ...ON_DATABASES,
            '**/*.slow.test.ts',
            'test/e2e/**',
          ],
        },
      },
      {
        test: {
          ...sharedModules,
          name: 'embedded',
          globalSetup: 'test/prepare-databases.ts',
          include: ON_DATABASES,
          exclude: ['**/node_modules/**', 'build', 'clients'],
        },
      },
      {
        test: {
          ...sharedModules,
          name: 'postgres',
          globalSetup: 'test/prepare-databases.ts',
          include: ON_DATABASES,
          exclude: ['**/node_modules/**', 'build', 'clients'],
          env: { TEST_DATABASE: 'postgres' },
        },
      },
      {
        // Programs that speak to a shop, with trees of their own: a stage of the release.
        test: {
          ...shared,
          name: 'clients',
          globalSetup: 'test/prepare-databases.ts',
          include: ['clients/*.db.test.ts'],
        },
      },
      {
        // Starts and kills the built shop (docs/faults.md): a stage of its own, after the build.
        test: { ...shared, name: 'faults', include: ['test/faults/*.slow.test.ts'] },
      },
    ],
  },
});
