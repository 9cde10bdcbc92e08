import { useRouteLoaderData } from 'react-router';
import type { loader as rootLoader } from '#app/root.tsx';

/** The shop runs on the simulated gateway: its screens say so. */
export function useIsSimulator(): boolean {
  return useRouteLoaderData<typeof rootLoader>('root')?.isSimulator ?? false;
}
