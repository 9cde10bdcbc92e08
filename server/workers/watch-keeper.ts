const EVERY_MS = 1_000;

/**
 * The process that begins a shop again when it died (`scripts/run/keep-running.sh`) is its parent. A parent that was
 * killed can pass on no signal, and an orphan would hold the data folder for ever: it stops.
 */
export function watchKeeper(stop: () => void): void {
  const keeper = process.env.FULGOR_KEEPER;
  if (keeper === undefined) return;
  setInterval(() => process.ppid !== Number(keeper) && stop(), EVERY_MS).unref();
}
