import { useEffect, useState } from 'react';
import { shopAnswers } from '../live/shop-answers.ts';

/** The first look of many visitors is spread over as much time again. */
const FIRST_MS = 3_000;
const EVERY_MS = 2_000;
const LONGEST_MS = 60_000;

/**
 * On a screen that could not be read: looks for the shop until it answers, then calls `comeBack`, which must stay the
 * same function. `evenIfNeverAway`: also if it answers at the first look, when the fault may be another one.
 * @returns whether the shop was seen without an answer.
 */
export function useComeBack(comeBack: () => unknown, { evenIfNeverAway = false } = {}): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    let hasLeft = false;
    let timer: ReturnType<typeof setTimeout>;
    let pauseMs = EVERY_MS;
    async function look(isRetry: boolean): Promise<void> {
      const isBack = await shopAnswers();
      if (hasLeft) return;
      if (!isBack) {
        setAway(true);
        timer = setTimeout(() => void look(true), EVERY_MS);
      } else if (isRetry || evenIfNeverAway) {
        comeBack();
        // A page that is loaded anew ends this one.
        if (!evenIfNeverAway) return;
        // What it led to may have failed too, and then this screen stays.
        pauseMs = Math.min(pauseMs * 2, LONGEST_MS);
        timer = setTimeout(() => void look(true), pauseMs);
      }
    }
    timer = setTimeout(() => void look(false), FIRST_MS * (1 + Math.random()));
    return () => {
      hasLeft = true;
      clearTimeout(timer);
    };
  }, [comeBack, evenIfNeverAway]);
  return isAway;
}
