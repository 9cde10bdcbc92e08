import type { Log } from '#shop/log.ts';
import type { ServedShop } from '../serve-shop.ts';
import { PLACE_VARIABLE, tellSupervisor, type ToWorker } from './worker-messages.ts';

export function workerLog(log: Log): Log {
  return log.child({ worker: Number(process.env[PLACE_VARIABLE]), pid: process.pid });
}

/** A terminal sends these signals to every process; the supervisor decides what they mean. */
export function ignoreTerminal(): void {
  process.on('SIGINT', () => {}).on('SIGHUP', () => {});
}

/** For one of several serving processes: tells the supervisor when it is ready, and retires on its message. */
export function handleSupervisorMessages(shop: ServedShop): void {
  process.on('message', (message: ToWorker) => {
    // Its successor serves already, so nobody waits for this process to end.
    if (message.type === 'retire') void shop.stop({ quietMs: 5_000, patienceMs: 30_000, forceMs: 45_000 });
  });
  tellSupervisor({ type: 'ready', notice: shop.notice });
}
