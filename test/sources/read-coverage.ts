import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A test as a table of `docs/` names it: `path` › `title`. */
export interface CitedTest {
  path: string;
  title: string;
}

const root = resolve(import.meta.dirname, '../..');

export const readProjectFile = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The cells of each line of a document's tables whose first cell looks like this. */
export function readRows(path: string, first: RegExp): string[][] {
  return readProjectFile(path)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .replace(/^\| */, '')
        .replace(/ *\|$/, '')
        .split(/ *\| */),
    )
    .filter(([cell = '']) => first.test(cell));
}

/** One claim of a document: `**number. what is done to the shop.** what the shop does`, and below it the list of tests. */
export interface Claim {
  number: string;
  attack: string;
  answer: string;
  tests: CitedTest[];
}

/** The claims of a document whose number looks like this, by number. */
export function readClaims(path: string, numbered: RegExp): Claim[] {
  return [...readProjectFile(path).matchAll(/^\*\*(F?\d+)\. (.+?)\.\*\* (.*)\n\n((?:- .+\n)*)/gm)]
    .map(([, number = '', attack = '', answer = '', shown = '']) => ({
      number,
      attack,
      answer,
      tests: citedTests(shown),
    }))
    .filter(({ number }) => numbered.test(number))
    .sort((one, other) => one.number.localeCompare(other.number, 'en', { numeric: true }));
}

export function citedTests(cell: string): CitedTest[] {
  return [...cell.matchAll(/`([^`]+)` › `([^`]+)`/g)].map(([, path = '', title = '']) => ({ path, title }));
}

/** What is wrong with the proofs of a claim; empty where each is a test that stands under that very title. */
export function missingProofs(claim: string, tests: CitedTest[]): string[] {
  if (tests.length === 0) return [`${claim}: no test`];
  return tests
    .filter(({ path, title }) => !existsSync(join(root, path)) || !readProjectFile(path).includes(title))
    .map(({ path, title }) => `${claim}: ${path} has no '${title}'`);
}
