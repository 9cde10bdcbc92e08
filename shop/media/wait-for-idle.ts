import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** The time of all processors together since the machine started. */
export interface MachineTimes {
  /** Milliseconds of work of any process. */
  busyMs: number;
  /** Milliseconds in total, idle time included. */
  totalMs: number;
  processors: number;
}

/** Above this share of the machine's time, other programs are busy. */
const BUSY = 0.1;

export function readMachineTimes(): MachineTimes {
  const each = cpus().map(({ times }) => times);
  const totalMs = each.reduce(
    (sum, { user, nice, sys, irq, idle }) => sum + user + nice + sys + irq + idle,
    0,
  );
  const idleMs = each.reduce((sum, { idle }) => sum + idle, 0);
  return { busyMs: totalMs - idleMs, totalMs, processors: each.length };
}

/**
 * Waits until no other program has used the machine for a second. The load average is no use: it reacts after a
 * minute, and it includes our own work. `ownMs`: processor time of our own work so far.
 */
export function createIdleGate(
  ownMs: () => number,
  readTimes: () => MachineTimes = readMachineTimes,
  lookEveryMs = 1_000,
): (signal: AbortSignal) => Promise<void> {
  let last = { ...readTimes(), ownMs: ownMs() };
  let isIdle = false;
  function look(): void {
    const now = { ...readTimes(), ownMs: ownMs() };
    const passedMs = now.totalMs - last.totalMs;
    if (passedMs < lookEveryMs * now.processors) return;
    const othersMs = now.busyMs - last.busyMs - (now.ownMs - last.ownMs);
    isIdle = othersMs / passedMs < BUSY;
    last = now;
  }
  return async (signal) => {
    look();
    while (!isIdle && !signal.aborted) {
      await sleep(lookEveryMs, undefined, { signal }).catch(() => {});
      look();
    }
  };
}
