import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useBrand } from './brand.tsx';
import { navigationFinished } from './toast.ts';

const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })));

/** Loads the toaster once the page is alive, so that no visitor waits for it. */
export function ToastHost() {
  const [alive, setAlive] = useState(false);
  const { key } = useLocation();
  useEffect(() => setAlive(true), []);
  const brandName = useBrand().name;
  useEffect(() => navigationFinished(brandName), [key, brandName]);
  return alive ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
