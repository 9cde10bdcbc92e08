/**
 * A number as people read it: `20.000`, `1.234,56`. By hand: a browser's first `Intl` loads its tables, which keeps a
 * cheap phone from everything else for a tenth of a second (docs/performance.md).
 */
export function groupThousands(digits: number | string): string {
  return `${digits}`.replaceAll(/\B(?=(\d{3})+\b)/g, '.');
}
