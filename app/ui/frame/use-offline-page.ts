import { useEffect } from 'react';

/** Registers the service worker (app/endpoints/files/service-worker.ts) when the browser has nothing better to do. */
export function useOfflinePage(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const register = () => {
      // Refused in private windows and by some extensions: the shop only misses its offline page.
      navigator.serviceWorker.register('/sw.js').catch(() => {});
    };
    if (document.readyState === 'complete') return register();
    addEventListener('load', register, { once: true });
    return () => removeEventListener('load', register);
  }, []);
}
