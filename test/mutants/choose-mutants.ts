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
  'gateways/abacatepay',
  'gateways/bacen',
  'gateways/mercadopago',
  'gateways/simulator',
  'gateways/template',
];

/** A table for readers, which `test/outward-calls.test.ts` compares with the code. */
const LEFT_OUT = 'shop/limits/outward-calls.ts';

/** What `npm test` tries each time: few test files that start fast. */
export const QUICK = {
  folders: ['shop/refunds', 'shop/delivery', 'shop/collection', 'shop/limits'],
  sample: 12,
};

/** Every mutant of the folder, file by file. */
export function listMutants(folder: string): Mutant[] {
  return globSync(`${folder}/**/*.ts`)
    .filter((file) => !file.endsWith('.test.ts') && file !== LEFT_OUT)
    .sort()
    .flatMap((file) => findMutants(file));
}

/** So many of them, always the same ones for a seed: each mutant draws a number, and the smallest are taken. */
export function sampleMutants(mutants: readonly Mutant[], size: number, seed: number): Mutant[] {
  const random = mulberry32(seed);
  const drawn = mutants.map((mutant) => ({ mutant, draw: random() }));
  const chosen = new Set(
    drawn
      .sort((a, b) => a.draw - b.draw)
      .slice(0, size)
      .map(({ mutant }) => mutant),
  );
  return mutants.filter((mutant) => chosen.has(mutant));
}

/** Tommy Ettinger's Mulberry32: a few bits of state are plenty for a sample that must only be repeatable. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
