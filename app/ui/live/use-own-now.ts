import { useEffect, useState } from 'react';

/** The browser's time, to the half minute; null before it is there. The page may be minutes old, so its own is none. */
export function useOwnNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
