import { useCallback, useEffect, useRef } from 'react';

/** `run` happens once, so many milliseconds after it was asked for last, and never after the screen has gone. */
export function useDelayed(run: () => void): (afterMs: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((afterMs) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), afterMs);
  }, []);
}
