import { useEffect, useState } from 'react';

const EVERY_MS = 15_000;

/**
 * The server's time, for texts that count minutes. While hydrating it is the moment of the answer, so that server and
 * browser draw the same; then it moves on.
 */
export function useNow(readAt: Date): Date {
  const start = readAt.getTime();
  const [elapsedMs, setElapsed] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    setElapsed(0);
    const timer = setInterval(() => setElapsed(performance.now() - begun), EVERY_MS);
    return () => clearInterval(timer);
  }, [start]);
  return new Date(start + elapsedMs);
}
