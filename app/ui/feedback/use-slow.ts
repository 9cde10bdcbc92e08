import { useEffect, useState } from 'react';

/** Long enough that a quick answer never flashes a skeleton. */
const PATIENCE_MS = 150;

/** True once `pending` has lasted a noticeable while. */
export function useSlow(pending: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [pending]);
  return pending && slow;
}
