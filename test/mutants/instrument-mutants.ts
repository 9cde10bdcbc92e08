import type { Mutant } from './find-mutants.ts';

export type NumberedMutant = Mutant & { id: number };

/**
 * The source with all these mutants in it; `__mutant(id)` says which one is alive. One compiled module thus serves
 * every mutant, and a worker goes from one to the next without loading anything.
 */
export function instrumentMutants(code: string, mutants: readonly NumberedMutant[]): string {
  const places = Map.groupBy(mutants, ({ start, end }) => `${start}-${end}`);
  // The outer place before the inner one.
  const ordered = [...places.values()].sort(([a], [b]) => a!.start - b!.start || b!.end - a!.end);

  const instrument = (start: number, end: number, inside: NumberedMutant[][]): string => {
    let instrumented = '';
    let position = start;
    for (let index = 0; index < inside.length;) {
      const group = inside[index]!;
      const { start: from, end: to, isBlock } = group[0]!;
      const inner = inside.slice(index + 1).filter(([other]) => other!.start < to);
      instrumented += code.slice(position, from) + choose(group, instrument(from, to, inner), isBlock);
      position = to;
      index += 1 + inner.length;
    }
    return instrumented + code.slice(position, end);
  };
  // What prepares the databases loads the shop outside any test, where nobody asks for mutants.
  return `const __mutant = (id) => globalThis.__mutant?.(id) ?? false; ${instrument(0, code.length, ordered)}`;
}

function choose(group: NumberedMutant[], original: string, isBlock: boolean): string {
  if (isBlock) return group.reduce((rest, { id }) => `{ if (!__mutant(${id})) ${rest} }`, original);
  const choices = group.map(({ id, mutated }) => `__mutant(${id}) ? (${mutated}) : `);
  return `(${choices.join('')}(${original}))`;
}
