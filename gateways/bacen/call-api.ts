import { z } from 'zod';
import { cutText, GatewayError } from '#shop/payments/gateway.ts';
import { parseJson, type BankApi } from './open-api.ts';
import { sendRequest, type RawAnswer } from './send-request.ts';

export interface ApiCall {
  method: 'GET' | 'PUT' | 'PATCH' | 'DELETE';
  /** As the specification writes it, `/cob/{txid}`: filled from `params`, and what errors name. */
  path: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** What the bank said in so many words; everything else is a thrown `GatewayError`. */
export type ApiAnswer =
  | { kind: 'data'; data: unknown }
  | { kind: 'refused'; detail: string }
  | { kind: 'not_found' };

/** RFC 7807 by the standard, `{nome, mensagem}` at Efí, the rest seen at others. */
const Problem = z.object({
  type: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
  violacoes: z
    .array(z.object({ razao: z.string().catch(''), propriedade: z.string().catch('') }))
    .optional()
    .catch(undefined),
  nome: z.string().optional().catch(undefined),
  mensagem: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
});

/**
 * One API call. A token that the bank no longer takes is renewed and the call made once more; nothing else
 * is repeated here. Every PUT and PATCH of this API may be repeated with the same ids without harm.
 */
export async function callApi(api: BankApi, call: ApiCall): Promise<ApiAnswer> {
  const token = await api.token.get();
  let answer = await send(api, call, token);
  if (answer.status === 401) {
    api.token.drop(token);
    answer = await send(api, call, await api.token.get());
  }
  return understand(call, answer);
}

function send(api: BankApi, call: ApiCall, token: string): Promise<RawAnswer> {
  const { settings } = api;
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return encodeURIComponent(call.params?.[name] ?? '');
  });
  const url = new URL(settings.baseUrl + path);
  for (const [name, value] of Object.entries({ ...settings.extraQuery, ...call.query })) {
    url.searchParams.set(name, value);
  }
  return sendRequest({
    label: `${call.method} ${call.path}`,
    url,
    init: {
      method: call.method,
      headers: {
        ...settings.extraHeaders,
        authorization: `Bearer ${token}`,
        accept: 'application/json, application/problem+json',
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    },
    dispatcher: api.dispatcher,
    timeoutMs: api.timeoutMs,
  });
}

function understand(call: ApiCall, { status, text }: RawAnswer): ApiAnswer {
  const label = `${call.method} ${call.path} answered ${status}`;
  const notApplied = (cure: string, retryable: boolean) =>
    new GatewayError('bacen', `${label}: ${cure}`, { retryable, outcome: 'not_applied' });
  switch (status) {
    case 401:
      throw notApplied('the bank does not take its own new token', false);
    case 403:
      throw notApplied('the credentials lack this permission; check BACEN_PIX_SCOPES', false);
    case 429:
      throw notApplied('too many requests, try later', true);
    case 404:
    case 410:
      return { kind: 'not_found' };
    // The standard refuses with 400; Efí lists 409 for a used id.
    case 400:
    case 409:
    case 422:
      return { kind: 'refused', detail: problemText(text) ?? `HTTP ${status}` };
  }
  if (status < 200 || status > 299) throw unreadable(label);
  if (status === 204 || (call.method !== 'GET' && text === '')) return { kind: 'data', data: null };
  const data = parseJson(text);
  if (data === undefined) throw unreadable(`${label} with something other than JSON`);
  return { kind: 'data', data };
}

/** An answer that leaves open what happened there; asking again does no harm. */
export function unreadable(what: string, { retryable = true } = {}): GatewayError {
  return new GatewayError('bacen', what, { retryable, outcome: 'unknown' });
}

/** Never the values that were refused (`violacoes[].valor`): a tax id may be among them. */
function problemText(text: string): string | null {
  const problem = Problem.safeParse(parseJson(text)).data;
  if (!problem) return null;
  const kind = problem.type?.split('/').at(-1) ?? problem.nome;
  const reasons = problem.violacoes?.map(({ propriedade, razao }) => `${propriedade} ${razao}`.trim());
  const parts = [
    kind,
    problem.detail ?? problem.mensagem ?? problem.message ?? problem.title,
    ...(reasons ?? []),
  ];
  return (
    cutText(
      parts
        .filter(Boolean)
        .join(': ')
        .replace(/\p{Cc}+/gu, ' '),
      300,
    ) || null
  );
}
