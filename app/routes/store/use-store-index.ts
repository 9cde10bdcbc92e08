import { useEffect } from 'react';
import { loadIndex, noteFirstPage, type StorePage } from './store-index.ts';

/** Fetches the search index when the browser has nothing better to do; where data is dear, only `loadIndex` does. */
export function useStoreIndex(page: StorePage): void {
  useEffect(() => {
    noteFirstPage(page);
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData) return;
    const load = () => void loadIndex();
    // Not in every browser.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(load, 1_500);
      return () => clearTimeout(timer);
    }
    let idle = 0;
    const whenIdle = () => {
      idle = requestIdleCallback(load);
    };
    if (document.readyState === 'complete') whenIdle();
    else addEventListener('load', whenIdle, { once: true });
    return () => {
      removeEventListener('load', whenIdle);
      cancelIdleCallback(idle);
    };
  }, [page]);
}
