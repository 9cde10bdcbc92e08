/** Converts reais of the API or of a number field. null: not an amount of money (1.005, NaN, 1e21). */
export function reaisToCents(reais: number): number | null {
  const cents = Math.round(reais * 100);
  // 0.07 * 100 is not exactly 7, and a client that adds floats sends 45.300000000000004.
  return Number.isSafeInteger(cents) && Math.abs(reais * 100 - cents) < 1e-6 ? cents : null;
}
