import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { minifySync, transformWithOxc } from 'vite';
import { changeServer, type PlantedBug } from './faults/planted/plant-bug.ts';
import { PLANTED_BUGS } from './faults/planted/planted-bugs.ts';
import { readProjectFile } from './sources/read-document.ts';

/** The sources as the build prints them, but for what it inlines: each planted bug knows both forms. */
async function printSources(): Promise<Map<string, string>> {
  const files = globSync('{app/endpoints,catalogs,db,gateways,jobs,server,shop}/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts'),
  );
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, string]> => {
        const { code } = await transformWithOxc(readProjectFile(file), file, { sourcemap: false });
        const asPrinted = { compress: false, mangle: false, codegen: { removeWhitespace: false } };
        return [file, minifySync(file.replace(/ts$/, 'js'), code, asPrinted).code];
      }),
    ),
  );
}

const placeless = (bugs: readonly PlantedBug[], sources: ReadonlyMap<string, string>) =>
  bugs.flatMap((bug) => {
    try {
      changeServer(bug, sources);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });

test('every planted bug of the injected faults finds its place in the sources, exactly once', async () => {
  const sources = await printSources();
  expect(sources.size).toBeGreaterThan(300);
  expect(placeless(PLANTED_BUGS, sources)).toEqual([]);
  const gone = {
    name: 'gone',
    about: 'a line that nobody wrote',
    changes: [{ from: 'no such line', to: '' }],
  };
  expect(placeless([gone], sources)).toHaveLength(1);
});
