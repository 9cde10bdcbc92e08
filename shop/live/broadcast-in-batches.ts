import { setImmediate as turn } from 'node:timers/promises';

/** So many are told before whatever else waits in this process has its turn: about a millisecond of writing. */
export const BATCH_SIZE = 50;

/** In turns with everything else that the process does. Who joins meanwhile is told too, who leaves is not. */
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
