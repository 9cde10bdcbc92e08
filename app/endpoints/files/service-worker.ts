import { getShop } from '#app/request-context.ts';
import { readLook } from '#shop/brand/read-look.ts';
import type { Route } from './+types/service-worker';
import { writeServiceWorker } from './write-service-worker.ts';

/**
 * `GET /sw.js`: shows the offline page if a page cannot be loaded, and what the shop tells by web push. It caches that
 * page and its fonts, and never another page, an API answer or personal data. The browser compares the script byte by byte: a new
 * page, brand or build is a new worker, which replaces the old one at once.
 */
export function loader({ context }: Route.LoaderArgs): Response {
  const { settings } = getShop(context);
  return new Response(writeServiceWorker(settings.brandName, readLook(settings)), {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
