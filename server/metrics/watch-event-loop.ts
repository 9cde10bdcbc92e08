import type { Metrics } from '#shop/metrics/metrics.ts';

const EVERY_MS = 100;

/**
 * Measures how late a timer comes. Node's own `monitorEventLoopDelay` tells percentiles, which nobody can add up over
 * processes and time.
 */
export function watchEventLoop(metrics: Metrics): void {
  let due = performance.now() + EVERY_MS;
  setInterval(() => {
    const now = performance.now();
    metrics.observe('fulgor_event_loop_delay_seconds', {}, Math.max(0, now - due) / 1000);
    due = now + EVERY_MS;
  }, EVERY_MS).unref();
}
