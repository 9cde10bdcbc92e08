import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { readProjectFile } from './read-document.ts';

/** `// shows: threat 9, spec 2.4` above a test: lines of docs/threats.md, of docs/specification.md, of docs/purchase-rules.md. */
export interface Shown {
  /** A list and the number of its line, as in the comment. */
  line: string;
  path: string;
  isAboveTest: boolean;
}

const TESTS =
  '{app,bench,catalogs,db,demo,emails,gateways,jobs,scripts,server,shop,test}/**/*.{test,spec}.{ts,tsx}';

/** What every test of the project says that it shows. */
export function readShown(): Shown[] {
  return globSync(TESTS, {
    cwd: resolve(import.meta.dirname, '../..'),
    exclude: (name) => name.includes('node_modules'),
  }).flatMap((path) => {
    const lines = readProjectFile(path).split('\n');
    return lines.flatMap((text, index) => {
      const [, shown] = /^ *\/\/ shows: (.+)$/.exec(text) ?? [];
      if (shown === undefined) return [];
      const next = lines.slice(index + 1).find((other) => !/^ *(?:\/\/|\/\*\*|\*)/.test(other)) ?? '';
      return shown.split(', ').map((line) => ({ line, path, isAboveTest: /^ *(?:test|it)\b/.test(next) }));
    });
  });
}
