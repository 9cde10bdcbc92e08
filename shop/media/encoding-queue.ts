export type EncodingQueue<T> = {
  /** Runs the work, or joins the current run for the same key. */
  run: (key: string, work: () => Promise<T>) => Promise<T | { ok: false; reason: 'busy' }>;
};

/**
 * Strangers can make the shop encode, which is expensive. So at most `atOnce` run and at most `maxWaiting` wait;
 * others get 'busy' at once (503 and a retry are better than an overloaded machine).
 */
export function createEncodingQueue<T>({ atOnce = 2, maxWaiting = 200 } = {}): EncodingQueue<T> {
  const inFlight = new Map<string, Promise<T>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const takeTurn = async () => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    // The next one takes over this turn, so `running` does not change.
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const passTurn = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  const perform = async (key: string, work: () => Promise<T>) => {
    await takeTurn();
    try {
      return await work();
    } finally {
      inFlight.delete(key);
      passTurn();
    }
  };

  return {
    async run(key, work) {
      const same = inFlight.get(key);
      if (same) return same;
      if (running >= atOnce && waiting.length >= maxWaiting) return { ok: false, reason: 'busy' };
      const started = perform(key, work);
      inFlight.set(key, started);
      return started;
    },
  };
}
