import { useSyncExternalStore } from 'react';

/** false in what the server wrote, until React has taken it over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
