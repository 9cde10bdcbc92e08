export type EncodingQueue<T> = {
  /** Runs the work, or joins the run under way for the same key. */
  run: (key: string, work: () => Promise<T>) => Promise<T | { ok: false; reason: 'busy' }>;
};

/**
 * Encoding is the one thing here that a stranger can make expensive by asking: at most `atOnce`
 * run, at most `maxWaiting` wait, the rest hear 'busy' at once (503 and a retry beat a dead machine).
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
    // The turn is handed over, not released: `running` stays as it is.
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
