import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readProjectFile } from './sources/read-document.ts';

/** What a module of its own would remember between two requests: `shop/memory.ts` names it instead. */
const KEEPS = /^(?:export )?(?:let |const \w+[^=\n]*=\s*(?:new (?:Weak)?(?:Map|Set)|create[A-Z]\w*)\b)/gm;
/** A table that is written with its module, or is declared as one that nobody writes to. */
const isTable = (code: string, at: number): boolean => {
  const line = code.slice(at, code.indexOf('\n', at));
  return (
    /: Readonly(?:Map|Set)</.test(line) || /^(?:export )?const [A-Z][A-Z_]+ = new (?:Map|Set)\(\S/.test(line)
  );
};

const memoriesOf = (code: string): string[] =>
  [...code.matchAll(KEEPS)].filter(({ index }) => !isTable(code, index)).map(([start]) => start);

/** The browser runs it as well, where there is no context: the list of one catalogue, by the catalogue itself. */
const RUNS_IN_THE_BROWSER = ['shop/catalog/search/search-skins.ts'];

it('what a process remembers is a named member of the context, nowhere a variable of a module', () => {
  const files = ['shop', 'app/endpoints', 'jobs'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, '..', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  );
  expect(files.length).toBeGreaterThan(200);
  const keeping = files.filter((file) => memoriesOf(readProjectFile(file)).length > 0);
  expect(keeping.filter((file) => !RUNS_IN_THE_BROWSER.includes(file))).toEqual([]);
});

/** Who imports one of these at the head of a file is imported with its first use (docs/decisions/start-and-memory.md). */
const WAITS =
  /^import (?!type ).*from '(?:sharp|nodemailer|undici|@electric-sql\/pglite|echarts\/.+|@opentelemetry\/(?!api).+)';/m;
const WAITED_FOR = [
  'app/routes/admin/numbers/draw-chart.server.ts',
  'server/tracing/describe-figures.ts',
  'server/tracing/open-telemetry.ts',
];

it('a library that not every shop needs is loaded with its first use', () => {
  const files = ['app', 'shop', 'catalogs', 'gateways', 'jobs', 'emails', 'db', 'server'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, '..', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  );
  expect(files.filter((file) => WAITS.test(readProjectFile(file))).toSorted()).toEqual(WAITED_FOR);
});

it.each([
  'const kept = new WeakMap<Catalog, CatalogIndex>();',
  'const byUser = new Map<string, number>();',
  'const seen: Set<string> = new Set();',
  'let last = { at: 0 };',
  'export let opened: Promise<void> | undefined;',
  'const encodings = createEncodingQueue<Buffer>({ atOnce: 1 });',
])('would notice %s', (code) => {
  expect(memoriesOf(code)).toHaveLength(1);
});

it.each([
  "const NEVER_SENT = new Set(['ECONNREFUSED']);",
  'export const COMMON: ReadonlySet<string> = new Set(',
  '  const sums = new Map<string, number>();',
  'const REAIS = new Intl.NumberFormat();',
])('leaves %s alone', (code) => {
  expect(memoriesOf(code)).toEqual([]);
});
