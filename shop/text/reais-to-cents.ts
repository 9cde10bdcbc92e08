/** Reais as the API and a number field carry them. null: no amount that money can have (1.005, NaN, 1e21). */
export function reaisToCents(reais: number): number | null {
  const cents = Math.round(reais * 100);
  // 0.07 * 100 is not quite 7, and whoever adds up floats sends 45.300000000000004.
  return Number.isSafeInteger(cents) && Math.abs(reais * 100 - cents) < 1e-6 ? cents : null;
}
