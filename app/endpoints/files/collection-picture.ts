import type { LoaderFunctionArgs } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { readLook } from '#shop/brand/read-look.ts';
import { serveCollectionPicture } from '#shop/media/serve-collection-picture.ts';
import { answerError, answerTooMany } from '../http/answer-error.ts';

/** `GET /colecao/{slug}/imagem.jpg`: what messengers show of a shared collection. */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  const { requestId, ip } = getVisitor(context);
  const shop = getShop(context);
  if (!shop.catalog.ready()) return answerError(503, 'not_ready', requestId);
  const served = await serveCollectionPicture(shop, {
    slug: params.slug ?? '',
    address: ip,
    colors: readLook(shop.settings).theme,
  });
  if (!served.ok) {
    switch (served.reason) {
      case 'too_many':
        return answerTooMany(served.retryAfterSeconds, requestId);
      case 'not_found':
        return answerError(404, 'not_found', requestId);
      case 'busy':
        return answerError(503, 'not_ready', requestId, undefined, { headers: { 'Retry-After': '2' } });
    }
  }
  return new Response(new Uint8Array(served.data), {
    headers: {
      // Short: its owner may switch the page off.
      'Cache-Control': 'public, max-age=300',
      'Content-Type': 'image/jpeg',
      'Content-Length': String(served.data.length),
      'X-Robots-Tag': 'noindex',
    },
  });
}
