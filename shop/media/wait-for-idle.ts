import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** What all processors together have spent since the machine started. */
export interface MachineTimes {
  /** Milliseconds in which a processor worked for anybody. */
  busyMs: number;
  /** Milliseconds of all processors, idle ones included. */
  totalMs: number;
  processors: number;
}

/** Above this share of the machine's time, somebody else is at work. */
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
 * Waits until nobody else has used the machine for a second. The load average would not do: it needs a minute to
 * notice, and it counts our own work. `ownMs`: processor time that our own work has taken so far.
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
