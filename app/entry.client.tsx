import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import type { HeldScripts } from './hydration/start-scripts.ts';

/** React Router's own entry, which finds the page's modules in what `HeldScripts` wrote. */
async function hydrate(): Promise<void> {
  const held = document.getElementById('held-scripts')?.textContent ?? '';
  const { manifest, routes } = JSON.parse(held) as HeldScripts;
  const modules = await Promise.all(
    Object.entries(routes).map(async ([id, files]) => {
      const parts: object[] = await Promise.all(files.map((file) => import(/* @vite-ignore */ file)));
      return [id, Object.assign({}, ...parts)] as const;
    }),
  );
  Object.assign(window, {
    __reactRouterManifest: manifest,
    __reactRouterRouteModules: Object.fromEntries(modules),
  });
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}

void hydrate();
