import { createHash } from 'node:crypto';

export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  shuffle<T>(from: readonly T[]): T[];
}

/** The same numbers for the same names: what one actor draws does not depend on when another drew. */
export function createRandom(...names: (string | number)[]): Random {
  let state = createHash('sha256').update(names.join('/')).digest().readUInt32LE(0);
  const next = () => {
    // Mulberry32: small, and good enough to draw schedules.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: (from) => {
      if (from.length === 0) throw new Error('Nothing to pick from.');
      return from[whole(0, from.length - 1)] as (typeof from)[number];
    },
    shuffle(from) {
      const mixed = [...from];
      for (let index = mixed.length - 1; index > 0; index--) {
        const other = whole(0, index);
        [mixed[index], mixed[other]] = [mixed[other] as never, mixed[index] as never];
      }
      return mixed;
    },
  };
}
