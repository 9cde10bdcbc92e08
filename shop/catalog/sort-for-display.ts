import type { Skin } from './catalog.ts';

/**
 * Rounds: first the newest skin of every champion, then the second newest of every champion, and so on. Within a
 * round the higher number comes first. Why: docs/decisions/catalogue-in-the-browser.md.
 */
export function sortForDisplay(skins: readonly Skin[]): Skin[] {
  const newestFirst = skins.toSorted((a, b) => b.num - a.num || compareIds(a.championId, b.championId));
  const seen = new Map<string, number>();
  const rounds: Skin[][] = [];
  for (const skin of newestFirst) {
    const round = seen.get(skin.championId) ?? 0;
    seen.set(skin.championId, round + 1);
    (rounds[round] ??= []).push(skin);
  }
  return rounds.flat();
}

/** Compares by code unit, so that every process and every browser agrees. */
function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
