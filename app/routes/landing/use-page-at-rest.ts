import { startTransition, useEffect, useState } from 'react';

/** Whether the page has loaded and the browser has had nothing else to do since. Once it has, it stays so. */
export function usePageAtRest(): boolean {
  const [atRest, setAtRest] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const rest = () => !signal.aborted && startTransition(() => setAtRest(true));
    const waitForIdle = () => {
      // Not in every browser.
      if (typeof requestIdleCallback === 'function') requestIdleCallback(rest);
      else setTimeout(rest, 500);
    };
    if (document.readyState === 'complete') waitForIdle();
    else addEventListener('load', waitForIdle, { once: true, signal });
    return () => stop.abort();
  }, []);
  return atRest;
}
