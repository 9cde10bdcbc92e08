import { useSyncExternalStore } from 'react';
import { usePageAtRest } from './use-page-at-rest.ts';

const QUERY = '(prefers-reduced-motion: no-preference)';

/** Whether things may move: the page is at rest, and the visitor has not asked for stillness. false in the server's HTML. */
export function useMotionAllowed(): boolean {
  const atRest = usePageAtRest();
  return useSyncExternalStore(
    subscribe,
    () => atRest && matchMedia(QUERY).matches,
    () => false,
  );
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
