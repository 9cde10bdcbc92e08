/** From 0 to the target over 2 seconds in 60 steps. */
export const COUNT_MS = 2000;
const COUNT_STEPS = 60;

/** The number of a counter `elapsedMs` after its start: a whole number that only grows and ends at `target`. */
export function countUp(target: number, elapsedMs: number): number {
  const step = Math.floor((elapsedMs / COUNT_MS) * COUNT_STEPS);
  return Math.round((target * Math.min(Math.max(step, 0), COUNT_STEPS)) / COUNT_STEPS);
}
