import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** What a first visit has fetched meanwhile is shown with the next screen (start-typefaces.ts). */
export function useTypefaces(): void {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useLayoutEffect(() => {
    if (pathname !== first.current) window.showTypefaces?.();
  }, [pathname]);
}
