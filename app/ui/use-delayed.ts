import { useEffect, useRef } from 'react';

/** `run` happens once, so many milliseconds after it was asked for last, and never after the screen has gone. */
export function useDelayed(run: () => void): (afterMs: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (afterMs) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, afterMs);
  };
}
