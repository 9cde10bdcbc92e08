import { useEffect, useState } from 'react';

const EVERY_MS = 15_000;

/**
 * The server's time, for texts that count minutes, or with `everyMs` seconds. While hydrating it is the moment of the
 * answer, so that server and browser draw the same; then it moves on.
 */
export function useNow(readAt: Date, everyMs = EVERY_MS): Date {
  const start = readAt.getTime();
  const [elapsedMs, setElapsed] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    setElapsed(0);
    const timer = setInterval(() => setElapsed(performance.now() - begun), everyMs);
    return () => clearInterval(timer);
  }, [start, everyMs]);
  return new Date(start + elapsedMs);
}
