import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { namedFiles } from './sources/named-files.ts';
import { readProjectFile } from './sources/read-document.ts';

/** What the numbered steps of this chapter name, in their order. */
function filesOfSteps(document: string, heading: string): string[] {
  const [, chapter = ''] = readProjectFile(document).split(`\n## ${heading}\n`);
  const steps = (chapter.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\d+\. /.test(line));
  return namedFiles(steps.join('\n')).paths.filter((path) => path.endsWith('.ts'));
}

test('the steps of a purchase lead from file to file', () => {
  const files = filesOfSteps('docs/architecture.md', 'A purchase');
  expect(files.length).toBeGreaterThanOrEqual(8);
  const isEntered = (file: string, before: string[]) =>
    before.some((other) => new RegExp(`/${basename(file)}';`).test(readProjectFile(other)));
  const lost = files.filter((file, index) => {
    // A browser or a provider enters here.
    if (/^app\/(doors|endpoints)\//.test(file)) return false;
    return !isEntered(file, files.slice(0, index));
  });
  expect(lost).toEqual([]);
});
