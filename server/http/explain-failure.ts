import { answerError } from '#app/endpoints/http/answer-error.ts';
import type { ShopContext } from '#shop/context.ts';
import { checkDatabase } from '#shop/check-database.ts';
import { keepRateLimit } from './keep-rate-limit.ts';

/**
 * Answers for uncaught errors, and for methods that an address does not have. If the database does not answer, it is a
 * 503, so that crawlers and programs come back.
 * Programs get the error body of the contract, never the framework's English text.
 */
export async function explainFailure(
  response: Response,
  shop: ShopContext,
  { method, path, requestId }: { method: string; path: string; requestId: string },
): Promise<Response> {
  const isApi = path.startsWith('/api/');
  if (isApi && response.status === 405)
    return keepRateLimit(answerError(405, 'method_not_allowed', requestId), response);
  if (response.status !== 500) return response;
  const isAway = !(await checkDatabase(shop));
  if (isApi) {
    const answer = isAway
      ? answerError(503, 'unavailable', requestId, undefined, { headers: { 'Retry-After': '5' } })
      : answerError(500, 'internal_error', requestId);
    return keepRateLimit(answer, response);
  }
  if (!isAway) return response;
  const headers = new Headers(response.headers);
  headers.set('Retry-After', '5');
  // The browser asks for the page again by itself. Not for a form, whose text would be lost.
  if (method === 'GET') headers.set('Refresh', '5');
  return new Response(response.body, { status: 503, headers });
}
