import { getShop } from '#app/request-context.ts';
import type { Route } from './+types/robots';
import { PRIVATE_PATHS } from '../http/private-paths.ts';

/**
 * Every page links to these, so crawlers find them anyway. Only a crawler that may read their `noindex` leaves them
 * out.
 */
const OPEN_TO_READ = new Set(['/auth', '/carrinho', '/pagamento-pix']);

/** `GET /robots.txt` */
export function loader({ context }: Route.LoaderArgs): Response {
  const { appUrl } = getShop(context).settings;
  const lines = [
    'User-agent: *',
    ...PRIVATE_PATHS.filter((path) => !OPEN_TO_READ.has(path)).map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${appUrl}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
