import { useSyncExternalStore } from 'react';

/** false in the server's HTML, until React has hydrated it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
