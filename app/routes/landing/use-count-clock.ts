import { useEffect, useState, type RefObject } from 'react';
import { COUNT_MS } from './count-up.ts';
import { useMotionAllowed } from './use-motion-allowed.ts';
import { useOnScreen } from './use-on-screen.ts';

/** The count begins once this share of the block is visible. */
const VISIBLE_SHARE = 0.3;

/**
 * Milliseconds since the count of this block began: 0 until it is seen, `COUNT_MS` once it is over. In the
 * server's HTML and for who wants no motion it is over from the start.
 */
export function useCountClock(ref: RefObject<Element | null>): number {
  const motionAllowed = useMotionAllowed();
  const seen = useOnScreen(ref, VISIBLE_SHARE);
  const [begun, setBegun] = useState(false);
  const [elapsedMs, setElapsedMs] = useState(0);
  // Once begun it runs to its end, even when the block leaves the window.
  if (seen && !begun) setBegun(true);

  useEffect(() => {
    if (!begun) return;
    const start = performance.now();
    let frame = requestAnimationFrame(function tick(now) {
      const elapsed = Math.min(Math.max(now - start, 0), COUNT_MS);
      setElapsedMs(elapsed);
      if (elapsed < COUNT_MS) frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [begun]);

  return motionAllowed ? elapsedMs : COUNT_MS;
}
