import { useSyncExternalStore } from 'react';

const QUERY = '(prefers-reduced-motion: no-preference)';

/** Whether things may move: scripts run, and the visitor has not asked for stillness. false in the server's HTML. */
export function useMotionAllowed(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false,
  );
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
