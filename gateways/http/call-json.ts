import { GatewayError } from '#shop/payments/gateway.ts';
import { parseJson } from './parse-json.ts';
import { sendRequest, type Fetch, type RawAnswer } from './send-request.ts';

/** How the shop reaches a provider. */
export interface ApiSettings {
  /** No trailing slash, and no version. */
  baseUrl: string;
  token: string;
  timeoutMs: number;
  fetch: Fetch;
}

/** What a double may change. */
export interface Transport {
  fetch?: Fetch;
  timeoutMs?: number;
}

/** Throws at once on a token that could never work, without repeating it. */
export function apiSettings(
  { gateway, variable, ...given }: { gateway: string; variable: string; baseUrl: string; token: string },
  { fetch = globalThis.fetch, timeoutMs = 10_000 }: Transport,
): ApiSettings {
  // A line break in it would be quoted by the error that `fetch` throws for a bad header.
  if (!/^[\x21-\x7e]+$/.test(given.token)) {
    throw new Error(`${gateway}: ${variable} is empty or holds spaces, line breaks or accents`);
  }
  return { ...given, fetch, timeoutMs };
}

/** A provider that is asked with a bearer token and answers in JSON. */
export interface JsonApi extends Omit<ApiSettings, 'baseUrl'> {
  gateway: string;
  /** Statuses with which this provider says no in so many words. */
  refusalStatuses: readonly number[];
  /** What the operator looks at when the provider does not let the shop in. */
  cures: { 401: string; 403: string };
}

export interface JsonCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string | URL;
  /** For errors: the path, or its pattern where it may hold personal data. */
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Whether the same call may be made again when nobody knows if the first one was carried out. */
  repeatable: boolean;
}

/** What the provider said in so many words; everything else is a thrown `GatewayError`. */
export type JsonAnswer =
  | { kind: 'data'; data: unknown }
  /** `data`: undefined where the refusal is not JSON. */
  | { kind: 'refused'; status: number; data: unknown }
  | { kind: 'not_found' };

/** One request and its meaning. Errors name the path and the status only; a provider's text may quote the customer. */
export async function callJson(api: JsonApi, call: JsonCall): Promise<JsonAnswer> {
  return readAnswer(api, call, await sendCall(api, call));
}

export function sendCall(api: JsonApi, call: JsonCall): Promise<RawAnswer> {
  return sendRequest({
    gateway: api.gateway,
    where: `${call.method} ${call.path}`,
    url: call.url,
    method: call.method,
    headers: {
      accept: 'application/json',
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...call.headers,
      authorization: `Bearer ${api.token}`,
    },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    timeoutMs: api.timeoutMs,
    fetch: api.fetch,
    repeatable: call.repeatable,
  });
}

export function readAnswer(
  api: Pick<JsonApi, 'gateway' | 'refusalStatuses' | 'cures'>,
  call: Pick<JsonCall, 'method' | 'path' | 'repeatable'>,
  { status, text }: RawAnswer,
): JsonAnswer {
  const answered = `${call.method} ${call.path} answered ${status}`;
  const notApplied = (cure: string, retryable: boolean) =>
    new GatewayError(api.gateway, `${answered}: ${cure}`, { retryable, outcome: 'not_applied' });
  const unknown = (what: string) =>
    new GatewayError(api.gateway, `${answered}${what}`, { retryable: call.repeatable, outcome: 'unknown' });

  if (status === 401 || status === 403) throw notApplied(api.cures[status], false);
  if (status === 423) throw notApplied('another operation holds it, try later', true);
  if (status === 429) throw notApplied('too many requests, try later', true);
  if (status === 404 || status === 410) return { kind: 'not_found' };
  const data = parseJson(text);
  if (api.refusalStatuses.includes(status)) return { kind: 'refused', status, data };
  if (status < 200 || status > 299) throw unknown('');
  if (data === undefined || data === null) throw unknown(' with something other than JSON');
  return { kind: 'data', data };
}
