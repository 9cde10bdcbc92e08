import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { findMutants, type Mutant } from './find-mutants.ts';

/** Where a wrong line costs money, a right or a skin; each is held to its own floor. */
export const FOLDERS = [
  'shop/orders',
  'shop/payments',
  'shop/refunds',
  'shop/delivery',
  'shop/collection',
  'shop/limits',
  'shop/pricing',
  'shop/states',
  'shop/gifts',
  'shop/accounts/staff',
  ...globSync('gateways/*/').sort(),
  'server/outgoing',
];

/** A table for readers, which `test/outward-calls.test.ts` compares with the code. */
const LEFT_OUT = 'shop/limits/outward-calls.ts';

/** What `npm run release` tries each time: few test files that start fast, and on what they leave the doors' own. */
export const QUICK = {
  far: ['app/endpoints/admin', 'app/endpoints/api', 'app/endpoints/files', 'app/doors'],
  folders: ['shop/refunds', 'shop/delivery', 'shop/collection', 'shop/limits', 'server/outgoing'],
  sample: 12,
};

/** Every mutant of the folder, file by file. */
export function listMutants(folder: string): Mutant[] {
  return globSync(`${folder}/**/*.ts`)
    .filter((file) => !file.endsWith('.test.ts') && file !== LEFT_OUT)
    .sort()
    .flatMap((file) => findMutants(file));
}

/**
 * So many of them, always the same ones for a seed. What a mutant draws depends on the seed and on the change alone, so
 * that a line added elsewhere does not shuffle the sample.
 */
export function sampleMutants(mutants: readonly Mutant[], size: number, seed: number): Mutant[] {
  const times = new Map<string, number>();
  const drawn = mutants.map((mutant) => {
    const change = JSON.stringify([mutant.file, mutant.original, mutant.mutated]);
    const time = times.get(change) ?? 0;
    times.set(change, time + 1);
    return { mutant, draw: createHash('sha256').update(`${seed} ${time} ${change}`).digest('hex') };
  });
  const chosen = new Set(
    drawn
      .sort((a, b) => (a.draw < b.draw ? -1 : 1))
      .slice(0, size)
      .map(({ mutant }) => mutant),
  );
  return mutants.filter((mutant) => chosen.has(mutant));
}
