import { answerError, tooManyInit } from '#app/endpoints/http/answer-error.ts';
import { sentenceOf } from '#app/routes/account/auth-failure.ts';
import { describeWait } from '#shop/limits/describe-wait.ts';

/** One body with the library's `code` and `message` and the shop's `error` (docs/contract.md). */
export async function refuseCall(
  status: number,
  code: string,
  requestId: string,
  message?: string,
  headers?: Record<string, string>,
): Promise<Response> {
  const answer = answerError(status, code.toLowerCase(), requestId, message);
  const { error } = (await answer.json()) as { error: { message: string } };
  return Response.json(
    { code, message: error.message, error },
    { status, headers: { 'Cache-Control': 'no-store', ...headers } },
  );
}

/** The same body for what the library refuses by itself, in its words. Its cookies stay. */
export async function explainRefusal(response: Response, requestId: string): Promise<Response> {
  if (response.status < 400 || response.status >= 500) return response;
  const body = (await response.json().catch(() => null)) as { code?: unknown; error?: unknown } | null;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  if (body?.error !== undefined) return Response.json(body, { status: response.status, headers });
  const code =
    typeof body?.code === 'string' ? body.code : response.status === 404 ? 'NOT_FOUND' : 'MALFORMED';
  const answer = await refuseCall(response.status, code, requestId, sentenceOf(code));
  answer.headers.forEach((value, name) => headers.set(name, value));
  return new Response(answer.body, { status: response.status, headers });
}

export function refuseTooMany(requestId: string, retryAfterSeconds: number, hint = ''): Promise<Response> {
  const { status, headers } = tooManyInit(retryAfterSeconds);
  return refuseCall(status, 'TOO_MANY_REQUESTS', requestId, describeWait(retryAfterSeconds) + hint, headers);
}
