import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NumberedMutant } from './instrument-mutants.ts';

/** Folders of tests that are asked about the lines of another folder as its own are: they press what the buyer presses. */
export const ASKED_TOO: Record<string, string[]> = {
  'shop/accounts/profile': ['server/auth'],
  'shop/accounts/staff': ['app/endpoints/admin/people'],
  'shop/collection': ['app/endpoints/api', 'shop/delivery/patch'],
  'shop/delivery': ['app/endpoints/api', 'app/endpoints/files'],
  'shop/orders': ['app/endpoints/api'],
  'shop/payments/charges': ['shop/orders'],
  'shop/payments/money': ['shop/orders'],
  'shop/pricing': ['shop/orders', 'app/endpoints/admin/coupons'],
};

/** What the run tells its workers, in the folder named by MUTANTS_FOLDER. */
export interface Plan {
  mutants: readonly NumberedMutant[];
  /** The folders whose tests may be run. */
  tests: string[];
  /** Set: this mutant is alive from the first line of a file on, and no other is tried. */
  only: number | null;
}

/** What a worker tells of one test file. */
export interface FileReport {
  /** Reached before any test ran, or in a set-up: a table of constants, a schema. */
  reachedOutside: number[];
  /** No test could say: the tests that reach it fail when they are run twice in a row. */
  doubtful: number[];
  /** As it is, without any mutant; with `only`, under that mutant. */
  failed: boolean;
}

export function readPlan(): Plan {
  return JSON.parse(readFileSync(join(process.env.MUTANTS_FOLDER ?? '', 'plan.json'), 'utf8')) as Plan;
}

export const reportName = (testFile: string) =>
  `${createHash('sha256').update(testFile).digest('hex').slice(0, 16)}.json`;
