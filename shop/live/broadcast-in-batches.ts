import { setImmediate as turn } from 'node:timers/promises';

/** Listeners per batch: writing to so many takes about a millisecond. Then other work of this process has its turn. */
export const BATCH_SIZE = 50;

/**
 * Calls every listener and lets other work run between batches. A listener that is added meanwhile is called too, one
 * that is removed is not.
 */
export async function broadcastInBatches<Listener>(
  listeners: Iterable<Listener>,
  tell: (listener: Listener) => void,
): Promise<void> {
  let told = 0;
  for (const listener of listeners) {
    tell(listener);
    if (++told % BATCH_SIZE === 0) await turn();
  }
}
