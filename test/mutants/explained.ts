import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './find-mutants.ts';

/** A change that no test need notice, found again by what is written there and not by its line. */
export interface Explained {
  file: string;
  original: string;
  mutated: string;
  reason: string;
}

export function readExplained(): Explained[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'explained.json'), 'utf8')) as Explained[];
}

export function explains({ file, original, mutated }: Explained, mutant: Mutant): boolean {
  return file === mutant.file && original === oneLine(mutant.original) && mutated === oneLine(mutant.mutated);
}

/** Source as it is printed and kept in `explained.json`. */
export const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
