import { getShop } from '#app/request-context.ts';
import type { Route } from './+types/robots';

/** What belongs to one person or to staff, and what answers programs. */
const PRIVATE = [
  '/admin',
  '/api/',
  '/auth',
  '/carrinho',
  '/dashboard',
  '/pagamento-pix',
  '/simulator/',
  '/webhooks/',
];

/** `GET /robots.txt` */
export function loader({ context }: Route.LoaderArgs): Response {
  const { appUrl } = getShop(context).settings;
  const lines = [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${appUrl}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
