import type { LoaderFunctionArgs } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { readLook } from '#shop/brand/read-look.ts';
import { serveCollectionPicture } from '#shop/media/serve-collection-picture.ts';
import { answerError } from '../http/answer-error.ts';
import { refusePicture, sendPicture } from './send-picture.ts';

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
  if (!served.ok) return refusePicture(served, requestId);
  // Short: its owner may switch the page off.
  const headers = { 'Cache-Control': 'public, max-age=300', 'X-Robots-Tag': 'noindex' };
  return sendPicture(served.data, 'jpeg', headers);
}
