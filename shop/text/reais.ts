// Sums are centavos everywhere in the shop, and reais at its edges: the API, a browser's own storage, files, search engines.

export const toReais = (cents: number): number => cents / 100;

/** 45.300000000000004, of a client that adds floats, is 4530; 1.005 is no sum, and stays one that no schema takes. */
export function toCents(reais: number): number {
  const cents = Math.round(reais * 100);
  return Math.abs(reais * 100 - cents) < 1e-6 ? cents : reais * 100;
}
