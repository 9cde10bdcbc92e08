import { getShop, getVisitor } from '#app/request-context.ts';
import { STATIC_PAGES, PUBLIC_PAGES } from '#app/public-pages.ts';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import type { Catalog } from '#shop/catalog/catalog.ts';
import type { Route } from './+types/sitemap';
import { answerError } from '../http/answer-error.ts';

/** `GET /sitemap.xml`: every public page and every skin. The date of a skin is that of the catalogue. */
export function loader({ context }: Route.LoaderArgs): Response {
  const shop = getShop(context);
  if (!shop.catalog.ready()) {
    // A sitemap without skins would tell a search engine that they are gone.
    const headers = { 'Retry-After': '60' };
    return answerError(503, 'not_ready', getVisitor(context).requestId, undefined, { headers });
  }
  return new Response(writeSitemap(shop.settings.appUrl, shop.catalog.current()), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}

/** https://www.sitemaps.org/protocol.html; at most 50,000 addresses a file, of which a catalogue is far. */
function writeSitemap(origin: string, catalog: Catalog): string {
  const changedOn = catalog.importedAt.toISOString();
  const entry = (path: string, lastmod?: string) =>
    `<url><loc>${escapeXml(origin + path)}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...STATIC_PAGES.map((path) => entry(path)),
    entry(PUBLIC_PAGES.store, changedOn),
    ...catalog.skins.map((skin) => entry(skinPath(skin), changedOn)),
    '</urlset>',
    '',
  ].join('\n');
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
