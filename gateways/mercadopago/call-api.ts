import { z } from 'zod';
import { GatewayError } from '#shop/payments/gateway.ts';
import { callJson, type ApiSettings } from '../http/call-json.ts';
import { shortDetail } from '../http/read-answer.ts';

export interface ApiCall {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Every POST needs one. The same key never does a thing twice, so with it a call may be repeated. */
  idempotencyKey?: string;
}

/** What the provider said in so many words; everything else is a thrown `GatewayError`. */
export type ApiAnswer =
  | { kind: 'data'; data: unknown }
  /** `codes`: the provider's names for what is wrong; `detail`: the same for people, and it may quote the customer. */
  | { kind: 'refused'; status: number; codes: string[]; detail: string }
  | { kind: 'not_found' };

const Text = z.string().catch('');
const ErrorBody = z.object({
  errors: z.array(z.object({ code: Text, message: Text })).catch([]),
  error: Text,
  message: Text,
});

/** One request to `https://api.mercadopago.com`. Repeating is the caller's business. */
export async function callApi(api: ApiSettings, call: ApiCall): Promise<ApiAnswer> {
  const { method, path, body, idempotencyKey } = call;
  const answer = await callJson(
    {
      ...api,
      gateway: 'mercadopago',
      refusalStatuses: [400, 402, 409, 422],
      cures: {
        401: 'check MERCADOPAGO_ACCESS_TOKEN',
        403: 'the account or its token may not do this',
      },
    },
    {
      method,
      path,
      url: `${api.baseUrl}${path}?${new URLSearchParams(call.query)}`,
      headers: {
        'content-type': 'application/json',
        // Without it a refund that waits for the bank is reported as a 400 (the provider's page on Pix refunds).
        'x-render-in-process-refunds': 'true',
        ...(idempotencyKey !== undefined && { 'x-idempotency-key': idempotencyKey }),
      },
      body,
      repeatable: true,
    },
  );
  if (answer.kind !== 'refused') return answer;
  return { kind: 'refused', status: answer.status, ...explainError(answer.data, answer.status) };
}

/** Orders answer `errors[]`, the API's front door `error` and `message`. */
function explainError(data: unknown, status: number): { codes: string[]; detail: string } {
  const body = ErrorBody.safeParse(data).data;
  const codes = [...(body?.errors ?? []).map(({ code }) => code), body?.error ?? ''].filter(Boolean);
  const messages = [...(body?.errors ?? []).map(({ message }) => message), body?.message ?? ''];
  const detail = [...codes, ...messages].filter(Boolean).join('; ');
  return { codes, detail: shortDetail(detail) || `HTTP ${status}` };
}

/** What was asked for; null where there is none of it. */
export function dataOf(call: string, answer: ApiAnswer): unknown {
  if (answer.kind === 'data') return answer.data;
  if (answer.kind === 'not_found') return null;
  // `invalid_path_param`: an id that cannot be one.
  if (answer.codes.includes('invalid_path_param')) return null;
  throw unreadable(call, `refused (${answer.codes.join() || answer.status})`);
}

/** What stands at an address; null where nothing does. `call` names it in errors. */
export async function lookUp(api: ApiSettings, path: string, call = path): Promise<unknown> {
  return dataOf(call, await callApi(api, { method: 'GET', path }));
}

export function unreadable(call: string, what: string): GatewayError {
  return new GatewayError('mercadopago', `${call}: ${what}`, { retryable: true, outcome: 'unknown' });
}
