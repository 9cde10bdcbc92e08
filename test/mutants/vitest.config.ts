import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { readPlan } from './plan.ts';
import { instrumentMutants } from './instrument-mutants.ts';

const { mutants, tests } = readPlan();
const root = join(import.meta.dirname, '../..');
const byFile = Map.groupBy(mutants, ({ file }) => join(root, file));

const instrument = (): Plugin => ({
  name: 'mutants',
  enforce: 'pre',
  transform(_, id) {
    const file = id.split('?')[0] ?? '';
    const inside = byFile.get(file);
    return inside && { code: instrumentMutants(readFileSync(file, 'utf8'), inside), map: null };
  },
});

const shared = {
  testTimeout: 10_000,
  hookTimeout: 60_000,
  // Under a mutant most of what is awaited never comes.
  expect: { poll: { timeout: 3_000 } },
  runner: join(import.meta.dirname, 'mutation-runner.ts'),
};
// Those that have a server of others between adapter and provider see what the adapters' own tests see, slower; a fault
// run takes half a minute for each mutant, and no two of its runs are alike.
const exclude = [
  '**/node_modules/**',
  '**/*.slow.test.ts',
  '**/described-*.test.ts',
  '**/*-faults.both.test.ts',
];

export default defineConfig({
  root,
  test: {
    // Its cache on the disk would give this run a file as it was, and the next ordinary run a file with mutants.
    fsModuleCache: false,
    // Every test may notice: none waits for a release here.
    strictTags: false,
    projects: [
      {
        root,
        plugins: [instrument()],
        test: {
          ...shared,
          name: 'unit',
          include: tests.map((one) => `${one}/**/*.test.ts`),
          exclude: [...exclude, '**/*.{db,both}.test.ts'],
        },
      },
      {
        root,
        plugins: [instrument()],
        test: {
          ...shared,
          name: 'embedded',
          globalSetup: join(root, 'test/prepare-databases.ts'),
          include: tests.map((one) => `${one}/**/*.{db,both}.test.ts`),
          exclude,
        },
      },
    ],
  },
});
