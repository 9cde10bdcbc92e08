import { describeWait } from '#shop/limits/describe-wait.ts';

/** The codes that any endpoint may answer, with their sentences. Use cases bring their own sentences. */
const MESSAGES = {
  malformed: 'Não entendemos os dados enviados. Confira e tente de novo.',
  invalid: 'Confira os dados informados.',
  unauthenticated: 'Entre na sua conta para continuar.',
  forbidden: 'Você não tem acesso a esta área.',
  invalid_key: 'A chave não existe, terminou ou não pode ser usada daqui.',
  key_in_browser: 'Uma chave não pode ser usada em um navegador: quem abre a página poderia copiá-la.',
  missing_scope: 'Esta chave não tem permissão para isso.',
  key_reused: 'Esta Idempotency-Key já foi usada em outro pedido.',
  second_factor_required: 'Para usar o painel, ative antes a verificação em duas etapas no seu perfil.',
  foreign_origin: 'Este pedido não veio da nossa loja. Abra a loja e tente de novo.',
  not_found: 'Não encontramos o que você procura.',
  method_not_allowed: 'Esta operação não existe neste endereço.',
  length_required: 'Não sabemos o tamanho do que você envia. Tente de novo com outro navegador.',
  body_too_large: 'O que você enviou é grande demais.',
  too_many_requests: describeWait(60),
  gateway_unavailable:
    'O sistema de pagamento não respondeu. Seu pedido está guardado; tente de novo em instantes.',
  not_ready: 'A loja está iniciando. Tente de novo em instantes.',
  unavailable: 'A loja está sem acesso aos dados agora. Nada mudou; tente de novo em instantes.',
  internal_error: 'Algo deu errado do nosso lado. Tente de novo; se continuar, fale com o suporte.',
} as const;

export type CommonErrorCode = keyof typeof MESSAGES;

/** The error body of docs/contract.md: a code for programs, a sentence for people, an id for support. */
export function answerError(
  status: number,
  code: CommonErrorCode | (string & {}),
  requestId: string,
  message: string = MESSAGES[code as CommonErrorCode] ?? MESSAGES.invalid,
  {
    headers,
    ...facts
  }: {
    fields?: Record<string, string>;
    nearest?: string;
    scope?: string;
    /** The names of the columns of a file that nobody knows. */
    header?: string[];
    headers?: Record<string, string>;
  } = {},
): Response {
  return Response.json(
    { error: { code, message, requestId, ...facts } },
    { status, headers: { 'Cache-Control': 'no-store', ...headers } },
  );
}

/** The answer of every rate limit: `Retry-After` tells programs what the sentence tells people. */
export function tooManyInit(retryAfterSeconds: number) {
  return { status: 429, headers: { 'Retry-After': String(retryAfterSeconds) } };
}

export function answerTooMany(retryAfterSeconds: number, requestId: string): Response {
  const { status, headers } = tooManyInit(retryAfterSeconds);
  return answerError(status, 'too_many_requests', requestId, describeWait(retryAfterSeconds), { headers });
}
