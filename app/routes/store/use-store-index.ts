import { useEffect } from 'react';
import { loadIndex, noteFirstPage, type StorePage } from './store-index.ts';

/** That somebody is looking around, and not only passing by. */
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'scroll'];

/**
 * Fetches the search and its index once the visitor has stirred and the browser has nothing better to do. A first
 * visit that ends with a look costs no more than that look; where data is dear, only `loadIndex` fetches them.
 */
export function useStoreIndex(page: StorePage): void {
  useEffect(() => {
    noteFirstPage(page);
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData) return;
    const load = () => void loadIndex();
    const stop = new AbortController();
    const whenIdle = () => {
      stop.abort();
      // Not in every browser.
      if (typeof requestIdleCallback === 'function') requestIdleCallback(load);
      else setTimeout(load, 500);
    };
    if (navigator.userActivation?.hasBeenActive) whenIdle();
    else {
      for (const sign of SIGNS_OF_LIFE)
        addEventListener(sign, whenIdle, { passive: true, signal: stop.signal });
    }
    return () => stop.abort();
  }, [page]);
}
