/**
 * Splits a sum by weights, to the centavo. Every share is rounded down; the remaining centavos go to the largest
 * remainders, earlier ones first. The shares add up to the sum. Weights are whole numbers from 0, and their sum is
 * above 0.
 */
export function splitCents(totalCents: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => Math.floor((totalCents * weight) / whole));
  let left = totalCents - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (totalCents * weight) % whole }))
    .sort((one, other) => other.remainder - one.remainder || one.index - other.index);
  for (const { index } of byRemainder) {
    if (left === 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    left--;
  }
  return shares;
}
