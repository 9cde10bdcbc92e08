import { getShop } from '#app/request-context.ts';
import type { Route } from './+types/offline-page';
import { OFFLINE_POLICY, renderOfflinePage } from './render-offline-page.tsx';

/** `GET /sem-conexao`: the service worker fetches and caches it. */
export function loader({ context }: Route.LoaderArgs): Response {
  return new Response(renderOfflinePage(getShop(context).settings.brandName), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': OFFLINE_POLICY,
      'Cache-Control': 'no-cache',
      'X-Robots-Tag': 'noindex',
    },
  });
}
