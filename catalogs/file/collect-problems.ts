import type { CatalogProblem } from '#shop/catalog/catalog-provider.ts';
import { MOST_PROBLEMS } from './limits.ts';

export interface Problems {
  add(row: number | null, column: string | null, value: string | null, reason: string): void;
  /** The first ones in the order of their rows, and how many more there are. */
  list(): CatalogProblem[];
}

/** A person mends what stands first: a file with a mistake in each row is not answered with a list as long. */
export function collectProblems(): Problems {
  const first: CatalogProblem[] = [];
  // Stable: what is wrong within a row keeps the order of its columns.
  const sorted = () => first.toSorted((a, b) => (a.row ?? Infinity) - (b.row ?? Infinity) || 0);
  let left = 0;
  return {
    add(row, column, value, reason) {
      if (first.length < MOST_PROBLEMS) first.push({ row, column, value: cut(value), reason });
      else left += 1;
    },
    list: () =>
      left === 0
        ? sorted()
        : [
            ...sorted(),
            {
              row: null,
              column: null,
              value: null,
              reason: `E mais ${left === 1 ? 'um problema' : `${left.toLocaleString('pt-BR')} problemas`}: corrija estes primeiro.`,
            },
          ],
  };
}

const LONGEST_SHOWN = 60;
const cut = (value: string | null) =>
  value !== null && value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value;
