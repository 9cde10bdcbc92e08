import { answerError, tooManyInit } from '#app/endpoints/http/answer-error.ts';
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

export function refuseTooMany(requestId: string, retryAfterSeconds: number, hint = ''): Promise<Response> {
  const { status, headers } = tooManyInit(retryAfterSeconds);
  return refuseCall(status, 'TOO_MANY_REQUESTS', requestId, describeWait(retryAfterSeconds) + hint, headers);
}
