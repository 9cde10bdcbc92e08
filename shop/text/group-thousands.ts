/**
 * Formats a number: `20.000`, `1.234,56`. Without `Intl`: its first use loads tables, which blocks a cheap phone for
 * a tenth of a second (docs/performance.md).
 */
export function groupThousands(digits: number | string): string {
  return `${digits}`.replaceAll(/\B(?=(\d{3})+\b)/g, '.');
}
