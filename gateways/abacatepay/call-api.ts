import { z } from 'zod';
import { explainFetchError, GatewayError } from '#shop/payments/gateway.ts';

export interface ApiSettings {
  /** Origin (and prefix, if any) before the version, no trailing slash. */
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
  | { kind: 'data'; data: unknown; pagination?: unknown }
  | { kind: 'refused'; detail: string }
  | { kind: 'not_found' };

/** Some answers carry `error`, older ones `message`; v2 adds `success`. */
const Envelope = z.object({
  data: z.unknown().optional(),
  success: z.unknown().optional(),
  pagination: z.unknown().optional(),
  error: z.unknown().optional(),
  message: z.unknown().optional(),
});

/**
 * One request, never repeated here: v1 knows no idempotency key, so a repeated create is a second charge.
 * Errors name the path and the status only; the provider's text may quote the customer back.
 */
export async function callApi(api: ApiSettings, call: ApiCall): Promise<ApiAnswer> {
  const where = `${call.method} ${call.path}`;
  const unknown = (what: string) =>
    new GatewayError('abacatepay', `${where}: ${what}`, { retryable: call.repeatable, outcome: 'unknown' });

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
    throw explainFetchError({ gateway: 'abacatepay', where, repeatable: call.repeatable }, error);
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
      throw notApplied('the API key lacks the permission for this call', false);
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
  // "Check `success`, never only the HTTP status", says the provider of v2.
  if (envelope.success === false) return { kind: 'refused', detail: 'success is false' };
  return { kind: 'data', data: envelope.data, pagination: envelope.pagination };
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
