import { expect, test } from 'vitest';
import { readProjectFile } from './sources/read-document.ts';

const version = (name: string) => (JSON.parse(readProjectFile(name)) as { version: string }).version;

test('the newest part of the change log is about the version of package.json', () => {
  const versions = [...readProjectFile('CHANGELOG.md').matchAll(/^## (\S+?)(?:,.*)?$/gm)].map(
    ([, each]) => each,
  );
  expect(versions[0]).toBe(version('package.json'));
  expect(version('package-lock.json')).toBe(version('package.json'));
  expect(new Set(versions).size).toBe(versions.length);
});
