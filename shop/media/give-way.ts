import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShopContext } from '#shop/context.ts';
import { splashTraffic } from './splash-traffic.ts';

/** Above this share of its time the process is answering visitors. */
const BUSY = 0.3;
const LOOK_AGAIN_MS = 500;
const LONGEST_REST_MS = 3_000;

/** When the turn before began, and how busy the process was until then. */
let last = { at: 0, usage: performance.eventLoopUtilization() };

/**
 * Lets everybody else go first: rests for as long as the last picture took, so that encoding ahead takes half of one
 * core at most, then waits while a visitor's picture is being made or the process has its hands full.
 */
export async function giveWay(ctx: Pick<ShopContext, 'files' | 'now'>, signal: AbortSignal): Promise<void> {
  const took = ctx.now().getTime() - last.at;
  await rest(Math.min(took, LONGEST_REST_MS), signal);
  while (!signal.aborted && (splashTraffic(ctx.files).encodings.isBusy() || isBusy())) {
    await rest(LOOK_AGAIN_MS, signal);
  }
  last = { at: ctx.now().getTime(), usage: performance.eventLoopUtilization() };
}

function isBusy(): boolean {
  const now = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(now, last.usage);
  last.usage = now;
  return utilization > BUSY;
}

/** Cut short by the signal. */
async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {});
}
