/** Whether a name is of a sum in centavos, which the contract says in reais. */
export const isSum = (name: string) => name.endsWith('Cents');

/** The contract's name of a field: `min_total` for `minTotalCents`. */
export function wireName(name: string): string {
  return (isSum(name) ? name.slice(0, -'Cents'.length) : name).replaceAll(
    /[A-Z]/g,
    (letter) => `_${letter.toLowerCase()}`,
  );
}
