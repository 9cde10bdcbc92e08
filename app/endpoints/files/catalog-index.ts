import { getShop, getVisitor } from '#app/request-context.ts';
import { catalogIndex } from '#shop/catalog/search/catalog-index.ts';
import type { Route } from './+types/catalog-index';
import { answerError } from '../http/answer-error.ts';
import { chooseEncoding } from '../http/choose-encoding.ts';

/**
 * `GET /api/catalog-index/{digest}`: all skins, for a search in the browser. With the current digest it may be cached
 * for ever. With another one (an older page, a process that does not know of an import yet) it answers the current
 * index too, but forbids caching.
 */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const { requestId } = getVisitor(context);
  if (!/^[\w-]{16}$/.test(params.digest)) return answerError(404, 'not_found', requestId);
  if (!shop.catalog.ready()) return answerError(503, 'not_ready', requestId);
  const index = catalogIndex(shop);
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': params.digest === index.digest ? 'public, max-age=31536000, immutable' : 'no-store',
  };
  if (chooseEncoding(request.headers.get('accept-encoding')) !== 'br')
    return new Response(index.json, { headers });
  return new Response(await index.brotli(), {
    headers: { ...headers, 'Content-Encoding': 'br', Vary: 'Accept-Encoding' },
  });
}
