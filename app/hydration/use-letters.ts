import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * The next screen wears the typefaces that have come meanwhile (docs/decisions/typefaces-without-a-jump.md): but not
 * once a screen was left scrolled, which must be the same place for whoever goes back to it.
 */
export function useLetters(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  // Before the new screen is painted, and before `ScrollRestoration` goes to its top.
  useLayoutEffect(() => {
    if (!shown.current || shown.current === pathname) return;
    shown.current = scrollY > 0 ? '' : pathname;
    if (shown.current) window.wearLetters?.();
  }, [pathname]);
}
