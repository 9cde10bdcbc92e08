import { useEffect, useState, type ComponentType } from 'react';
import { useLocation } from 'react-router';
import { useBrand } from '../frame/brand.tsx';
import { navigationFinished, whenToastWaits } from './toast.ts';

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'focusin', 'scroll'];
/** After it was lost on the way. */
const NEXT_TRIES = ['online', 'pointerdown', 'keydown'];

/**
 * No visitor waits for the toaster: it is fetched at the first sign of life, well before there is something to
 * say, because a connection may be what is lost by then.
 */
export function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const { key } = useLocation();
  useEffect(() => {
    async function load(): Promise<void> {
      stopWaiting();
      try {
        const module = await import('./toaster.tsx');
        setToaster(() => module.Toaster);
      } catch {
        for (const sign of NEXT_TRIES) addEventListener(sign, load, { passive: true });
      }
    }
    function stopWaiting(): void {
      for (const sign of [...SIGNS_OF_LIFE, ...NEXT_TRIES]) removeEventListener(sign, load);
      whenToastWaits(null);
    }
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, load, { passive: true });
    whenToastWaits(load);
    return stopWaiting;
  }, []);
  const brandName = useBrand().name;
  useEffect(() => navigationFinished(brandName), [key, brandName]);
  return Toaster && <Toaster />;
}
