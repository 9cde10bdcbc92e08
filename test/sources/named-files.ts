import { existsSync, globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readProjectFile } from './read-document.ts';

const root = resolve(import.meta.dirname, '../..');

/** Made by a command, so not there in every clone. */
const MADE = ['DATA_DIR', 'build', 'data', 'node_modules', 'screenshots', 'test-results'];
const FOLDERS =
  /^\.?(?:app|bench|catalogs|ci|db|demo|docs|emails|gateways|jobs|public|scripts|server|shop|test)\//;
const FILE = /^[\w.*{},/-]+\.(?:css|html|json|jsonc|md|mjs|sh|sql|svg|ts|tsx|yaml|yml)$/;

/**
 * The files and folders that a text of Markdown names: where its links lead, and what stands as a path in backticks,
 * with `*` and `{a,b}` as they are.
 */
export function namedFiles(text: string): { links: string[]; paths: string[] } {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
  const paths = [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code.replace(/(?::\d+|#.*)$/, ''))
    .filter((code) => (FOLDERS.test(code) && !/[\s<>…]/.test(code)) || FILE.test(code))
    .filter((code) => !MADE.includes(code.split('/')[0] ?? ''));
  return { links: [...new Set(links)], paths: [...new Set(paths)] };
}

/** Of what `document` names, what is not there. A name without a folder may stand anywhere in the project. */
export function missingFiles(document: string): { read: number; missing: string[] } {
  const { links, paths } = namedFiles(readProjectFile(document));
  const folder = dirname(document);
  const missing = [
    ...links.filter((link) => !existsSync(join(root, folder, link))),
    ...paths.filter((path) => !isThere(path) && !isThere(join(folder, path))),
  ];
  return { read: links.length + paths.length, missing };
}

/** The same of the comments in `source`, a file of code. */
export function missingInComments(source: string): { read: number; missing: string[] } {
  const comments = readProjectFile(source).match(/\/\*[\s\S]*?\*\/|(?<![:\w'"`])(?:\/\/|-- ).*/g) ?? [];
  const folder = dirname(source);
  // What begins with a slash is an address.
  const paths = namedFiles(comments.join('\n')).paths.filter((path) => !path.startsWith('/'));
  return {
    read: paths.length,
    missing: paths.filter((path) => !isThere(path) && !isThere(join(folder, path))),
  };
}

const SOURCES = '{app,bench,catalogs,db,demo,docs,emails,gateways,jobs,public,scripts,server,shop,test}/**';

function findFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: root, exclude: (found) => found.includes('node_modules') });
}

const matches = (pattern: string): boolean => findFiles(pattern).length > 0;

let names: Set<string> | undefined;

function isThere(path: string): boolean {
  if (/[*{]/.test(path)) return matches(path) || (!path.includes('/') && matches(`${SOURCES}/${path}`));
  if (existsSync(join(root, path))) return true;
  if (path.includes('/')) return false;
  names ??= new Set(findFiles(`${SOURCES}/*.*`).map((found) => found.split('/').at(-1) ?? ''));
  return names.has(path);
}
