import type { RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { answerError, answerTooMany } from '../http/answer-error.ts';

export function sendPicture(
  picture: Uint8Array,
  format: 'jpeg' | 'png' | 'webp' | 'avif',
  headers: Record<string, string>,
): Response {
  return new Response(new Uint8Array(picture), {
    headers: { ...headers, 'Content-Type': `image/${format}`, 'Content-Length': String(picture.length) },
  });
}

/** One that somebody put into the shop. */
export async function sendStoredPicture(
  context: Readonly<RouterContextProvider>,
  key: string,
  cacheControl: string,
): Promise<Response> {
  const { files, log } = getShop(context);
  const { requestId } = getVisitor(context);
  try {
    const picture = await files.read(key);
    if (!picture) return answerError(404, 'not_found', requestId);
    const headers = { 'Cache-Control': cacheControl, 'X-Content-Type-Options': 'nosniff' };
    return sendPicture(picture, 'webp', headers);
  } catch (error) {
    // Nobody can make this picture again: it is only unavailable until the storage answers.
    log.error('files.read_failed', { key, requestId, error });
    const message = 'A imagem não pôde ser carregada agora. Tente de novo.';
    return answerError(503, 'unavailable', requestId, message, { headers: { 'Retry-After': '5' } });
  }
}

/** Of a picture that the shop draws, why there is none. */
export function refusePicture(
  refused:
    | { reason: 'too_many'; retryAfterSeconds: number }
    | { reason: 'not_found' | 'unknown_skin' | 'busy' },
  requestId: string,
): Response {
  switch (refused.reason) {
    case 'too_many':
      return answerTooMany(refused.retryAfterSeconds, requestId);
    case 'not_found':
    case 'unknown_skin':
      return answerError(404, 'not_found', requestId);
    case 'busy':
      return answerError(503, 'not_ready', requestId, undefined, { headers: { 'Retry-After': '2' } });
  }
}
