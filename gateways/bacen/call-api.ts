import { z } from 'zod';
import { GatewayError } from '#shop/payments/gateway.ts';
import { readAnswer, sendCall, type JsonCall } from '../http/call-json.ts';
import { shortDetail } from '../http/read-answer.ts';
import type { BankApi } from './open-api.ts';

export interface ApiCall {
  method: 'GET' | 'PUT' | 'PATCH' | 'DELETE';
  /** In the spelling of the specification, `/cob/{txid}`. `params` fills it, and errors name it. */
  path: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** An answer of the bank; everything else is a thrown `GatewayError`. */
export type ApiAnswer =
  | { kind: 'data'; data: unknown }
  | { kind: 'refused'; detail: string }
  | { kind: 'not_found' };

/** RFC 7807 in the standard, `{nome, mensagem}` at Efí, other forms at other banks. */
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
 * One API call. If the bank refuses the token, it gets a new one and repeats the call once; nothing else is repeated
 * here. Every PUT and PATCH of this API may be repeated with the same ids without harm.
 */
export async function callApi(api: BankApi, call: ApiCall): Promise<ApiAnswer> {
  const plan = planCall(api, call);
  const send = (token: string) =>
    sendCall({ ...BANK, token, timeoutMs: api.timeoutMs, fetch: api.fetch }, plan);
  const token = await api.token.get();
  let raw = await send(token);
  if (raw.status === 401) {
    api.token.drop(token);
    raw = await send(await api.token.get());
  }
  // A changed webhook is answered without a body, with 200 by some banks and 204 by others.
  const isEmpty = raw.status >= 200 && raw.status <= 299 && raw.text === '';
  if (isEmpty && call.method !== 'GET') return { kind: 'data', data: null };
  const answer = readAnswer(BANK, plan, raw);
  if (answer.kind !== 'refused') return answer;
  return { kind: 'refused', detail: problemText(answer.data) ?? `HTTP ${answer.status}` };
}

const BANK = {
  gateway: 'bacen',
  // The standard refuses with 400; Efí lists 409 for a used id.
  refusalStatuses: [400, 409, 422],
  cures: {
    401: 'the bank does not take its own new token',
    403: 'the credentials lack this permission; check BACEN_PIX_SCOPES',
  },
} as const;

function planCall({ settings }: BankApi, call: ApiCall): JsonCall {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return encodeURIComponent(call.params?.[name] ?? '');
  });
  const url = new URL(settings.baseUrl + path);
  for (const [name, value] of Object.entries({ ...settings.extraQuery, ...call.query })) {
    url.searchParams.set(name, value);
  }
  return {
    method: call.method,
    path: call.path,
    url,
    headers: { ...settings.extraHeaders, accept: 'application/json, application/problem+json' },
    body: call.body,
    repeatable: true,
  };
}

/** An answer without a known result; a repeated request does no harm. */
export function unreadable(what: string, { retryable = true } = {}): GatewayError {
  return new GatewayError('bacen', what, { retryable, outcome: 'unknown' });
}

/** Never contains refused values (`violacoes[].valor`): one may be a tax id. */
function problemText(data: unknown): string | null {
  const problem = Problem.safeParse(data).data;
  if (!problem) return null;
  const kind = problem.type?.split('/').at(-1) ?? problem.nome;
  const reasons = problem.violacoes?.map(({ propriedade, razao }) => `${propriedade} ${razao}`.trim());
  const parts = [
    kind,
    problem.detail ?? problem.mensagem ?? problem.message ?? problem.title,
    ...(reasons ?? []),
  ];
  return shortDetail(parts.filter(Boolean).join(': ')) || null;
}
