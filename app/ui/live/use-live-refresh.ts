import { useEffect, useRef } from 'react';
import { useLive, type LiveMessage } from './live.tsx';
import { useRefresh } from './use-refresh.ts';

/** Several events of one change, or of one busy minute, are one question to the server. */
const GATHER_MS = 250;

/** Loads the data of the screen again whenever the server sends one of these events; typed text stays. */
export function useLiveRefresh(
  ...topics: Exclude<LiveMessage['event'], 'payment' | 'desk' | 'refetch'>[]
): void {
  const refresh = useRefresh();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(({ event }) => {
    if (event !== 'refetch' && !(topics as string[]).includes(event)) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void refresh(), GATHER_MS);
  });
}
