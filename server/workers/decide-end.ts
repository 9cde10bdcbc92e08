import type { Log } from '#shop/log.ts';
import { scopeOf } from '../http/scope-requests.ts';

/** The exit code of a process that ends itself because of a bug. `npm start` begins it again. */
export const FELL = 70;

/**
 * The one place that decides what ends this process (docs/decisions/what-ends-the-process.md). An error that nobody
 * awaits or hears ends the request that it belongs to; if it belongs to none, what the process remembers may be wrong,
 * and `end` is called, which has to end it.
 */
export function decideEnd(log: Log, end: () => void): void {
  let isEnding = false;
  const judge = (error: unknown, origin: string) => {
    const scope = scopeOf();
    if (scope) {
      log.error('request.stray_error', { ...scope.about, origin, error });
      scope.breakOff();
      return;
    }
    log.error('process.failed', { origin, error });
    if (isEnding) return;
    isEnding = true;
    end();
  };
  process.on('uncaughtException', judge);
  process.on('unhandledRejection', (error) => judge(error, 'unhandledRejection'));
  // Who reads the log may go away before the shop: `npm start | head`. The shop goes on selling without one.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
