import { getShop } from '#app/request-context.ts';
import { readLook } from '#shop/brand/read-look.ts';
import type { Route } from './+types/offline-page';
import { offlinePolicy, renderOfflinePage } from './render-offline-page.tsx';

/** `GET /sem-conexao`: the service worker fetches and caches it. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { settings } = getShop(context);
  const look = readLook(settings);
  return new Response(renderOfflinePage(settings.brandName, look), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': offlinePolicy(look),
      'Cache-Control': 'no-cache',
      'X-Robots-Tag': 'noindex',
    },
  });
}
