import { z } from 'zod';
import { cutText, explainFetchError, GatewayError } from '#shop/payments/gateway.ts';

export interface ApiSettings {
  /** No trailing slash. */
  baseUrl: string;
  accessToken: string;
  timeoutMs: number;
  fetch: typeof fetch;
}

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
  const where = `${call.method} ${call.path}`;
  let response: Response;
  let text: string;
  try {
    response = await api.fetch(`${api.baseUrl}${call.path}?${new URLSearchParams(call.query)}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${api.accessToken}`,
        accept: 'application/json',
        'content-type': 'application/json',
        // Without it a refund that waits for the bank is reported as a 400 (the provider's page on Pix refunds).
        'x-render-in-process-refunds': 'true',
        ...(call.idempotencyKey !== undefined && { 'x-idempotency-key': call.idempotencyKey }),
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      // A redirect would carry the token and the customer's data to an address nobody configured.
      redirect: 'error',
      signal: AbortSignal.timeout(api.timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    throw explainFetchError({ gateway: 'mercadopago', where, repeatable: true }, error);
  }

  const notApplied = (cure: string, retryable: boolean) =>
    new GatewayError('mercadopago', `${where} answered ${response.status}: ${cure}`, {
      retryable,
      outcome: 'not_applied',
    });
  switch (response.status) {
    case 401:
      throw notApplied('check MERCADOPAGO_ACCESS_TOKEN', false);
    case 403:
      throw notApplied('the account or its token may not do this', false);
    case 404:
      return { kind: 'not_found' };
    case 423:
      throw notApplied('another operation holds it, try later', true);
    case 429:
      throw notApplied('too many requests, try later', true);
    case 400:
    case 402:
    case 409:
    case 422:
      return { kind: 'refused', status: response.status, ...explainError(text, response.status) };
  }
  const data = response.ok ? parseJson(text) : null;
  if (data === null) {
    const what = response.ok ? ' with something other than JSON' : '';
    throw new GatewayError('mercadopago', `${where} answered ${response.status}${what}`, {
      retryable: true,
      outcome: 'unknown',
    });
  }
  return { kind: 'data', data };
}

/** Orders answer `errors[]`, the API's front door `error` and `message`. */
function explainError(text: string, status: number): { codes: string[]; detail: string } {
  const body = ErrorBody.safeParse(parseJson(text)).data;
  const codes = [...(body?.errors ?? []).map(({ code }) => code), body?.error ?? ''].filter(Boolean);
  const messages = [...(body?.errors ?? []).map(({ message }) => message), body?.message ?? ''];
  const detail = [...codes, ...messages].filter(Boolean).join('; ');
  return { codes, detail: cutText(detail.replace(/\p{Cc}+/gu, ' '), 300) || `HTTP ${status}` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
