import { getShop, getVisitor } from '#app/request-context.ts';
import { catalogIndex } from '#shop/catalog/catalog-index.ts';
import type { Route } from './+types/catalog-index';
import { answerError } from '../http/answer-error.ts';
import { chooseEncoding } from '../http/choose-encoding.ts';

/**
 * `GET /api/catalog-index/{digest}`: all skins for a search without a server. Under the current digest it may be
 * kept for ever. Under another one (an older page, a process that has not heard of an import) the current index is
 * answered too, and kept by nobody: it has another digest.
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
