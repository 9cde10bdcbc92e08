import { useEffect, useState, type RefObject } from 'react';

/** Whether at least `share` (0 to 1) of the element is within the window. */
export function useOnScreen(ref: RefObject<Element | null>, share = 0): boolean {
  const [onScreen, setOnScreen] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const latest = entries.at(-1);
        if (latest) setOnScreen(latest.isIntersecting && latest.intersectionRatio >= share);
      },
      { threshold: share },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, share]);
  return onScreen;
}
