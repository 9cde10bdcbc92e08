import { z } from 'zod';
import { GatewayError } from '#shop/payments/gateway.ts';

export interface ApiSettings {
  /** Origin (and prefix, if any) before `/v1`, no trailing slash. */
  baseUrl: string;
  apiKey: string;
  timeoutMs: number;
  fetch: typeof fetch;
}

export interface ApiCall {
  method: 'GET' | 'POST';
  /** From the version on: `/v1/pixQrCode/create`. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Whether the same call may be made again when nobody knows if the first one was carried out. */
  repeatable: boolean;
}

/** What the provider said in so many words; everything else is a thrown `GatewayError`. */
export type ApiAnswer =
  | { kind: 'data'; data: unknown }
  | { kind: 'refused'; detail: string }
  | { kind: 'not_found' };

/** Some answers carry `error`, older ones `message`. */
const Envelope = z.object({
  data: z.unknown().optional(),
  error: z.unknown().optional(),
  message: z.unknown().optional(),
});

/** The request never left: nothing was listening, found or trusted at the other end. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * One request, never repeated here: v1 knows no idempotency key, so a repeated create is a second charge.
 * Errors name the path and the status only; the provider's text may quote the customer back.
 */
export async function callApi(api: ApiSettings, call: ApiCall): Promise<ApiAnswer> {
  const where = `${call.method} ${call.path}`;
  const unknown = (what: string, cause?: unknown) =>
    new GatewayError('abacatepay', `${where}: ${what}`, {
      retryable: call.repeatable,
      outcome: 'unknown',
      cause,
    });

  let response: Response;
  let text: string;
  try {
    response = await api.fetch(`${api.baseUrl}${call.path}?${new URLSearchParams(call.query)}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${api.apiKey}`,
        accept: 'application/json',
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      // A redirect would carry the key and the customer's data to an address nobody configured.
      redirect: 'error',
      signal: AbortSignal.timeout(api.timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      throw unknown(`no answer within ${api.timeoutMs} ms`, error);
    }
    const code = causeCode(error);
    if (!NEVER_SENT.has(code)) throw unknown(`the connection failed (${code})`, error);
    throw new GatewayError('abacatepay', `${where}: cannot connect (${code})`, {
      retryable: true,
      outcome: 'not_applied',
      cause: error,
    });
  }

  const notApplied = (cure: string, retryable: boolean) =>
    new GatewayError('abacatepay', `${where} answered ${response.status}: ${cure}`, {
      retryable,
      outcome: 'not_applied',
    });
  switch (response.status) {
    case 401:
      throw notApplied('check ABACATEPAY_API_KEY', false);
    case 403:
      throw notApplied('the API key lacks the permission for PIX charges', false);
    case 429:
      throw notApplied('too many requests, try later', true);
    case 404:
      return { kind: 'not_found' };
    case 400:
    case 422:
      return { kind: 'refused', detail: errorText(text) ?? `HTTP ${response.status}` };
  }
  if (!response.ok) throw unknown(`answered ${response.status}`);

  const envelope = parseEnvelope(text);
  if (!envelope) throw unknown(`answered ${response.status} with something other than its JSON envelope`);
  const detail = errorText(text);
  if (detail !== null) return { kind: 'refused', detail };
  return { kind: 'data', data: envelope.data };
}

function parseEnvelope(text: string): z.infer<typeof Envelope> | null {
  try {
    return Envelope.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function errorText(text: string): string | null {
  const envelope = parseEnvelope(text);
  const error = envelope?.error ?? (envelope?.data == null ? envelope?.message : null);
  if (error === null || error === undefined || error === '') return null;
  return typeof error === 'string' ? error : JSON.stringify(error);
}

function causeCode(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.message : 'unknown';
}
