import type { RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { PASSWORD_ADVICE } from '#shop/accounts/profile/check-password-strength.ts';
import { describeWait } from '#shop/limits/describe-wait.ts';
import { askToWait } from '../pass-retry-after.ts';
import { forwardCookies } from './forward-cookies.ts';

const UNKNOWN = 'Algo deu errado do nosso lado. Tente de novo em instantes.';

const AWAY =
  'A loja está sem acesso aos dados no momento. O que você digitou continua aqui. Tente de novo em instantes.';

/** Sentences for the auth library's codes. Its own English texts are never shown. */
const SENTENCES: Record<string, { description: string; field?: string }> = {
  INVALID_EMAIL_OR_PASSWORD: { description: 'Email ou senha incorretos', field: 'password' },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { description: 'Este email já está cadastrado', field: 'email' },
  USER_ALREADY_EXISTS: { description: 'Este email já está cadastrado', field: 'email' },
  INVALID_EMAIL: { description: 'Email inválido', field: 'email' },
  PASSWORD_TOO_SHORT: { description: 'A senha deve ter no mínimo 6 caracteres', field: 'password' },
  PASSWORD_TOO_LONG: { description: 'A senha deve ter no máximo 128 caracteres', field: 'password' },
  PASSWORD_TOO_COMMON: { description: PASSWORD_ADVICE.common, field: 'password' },
  PASSWORD_TOO_PERSONAL: { description: PASSWORD_ADVICE.personal, field: 'password' },
  INVALID_PASSWORD: { description: 'Senha atual incorreta', field: 'current' },
  EMAIL_NOT_CONFIRMED: { description: 'Confirme seu e-mail antes de ativar a verificação em duas etapas.' },
  INVALID_NAME: { description: 'O nome deve ter de 1 a 80 caracteres.', field: 'name' },
  UNAUTHORIZED: { description: 'Sua sessão terminou. Entre de novo.' },
  INVALID_CODE: {
    description: 'Código incorreto. Confira o código que o aplicativo mostra agora.',
    field: 'code',
  },
  CODE_ALREADY_USED: {
    description: 'Este código já foi usado. Espere o aplicativo mostrar o próximo.',
    field: 'code',
  },
  INVALID_BACKUP_CODE: { description: 'Código de recuperação incorreto ou já usado.', field: 'code' },
  INVALID_TWO_FACTOR_COOKIE: {
    description: 'O tempo para digitar o código acabou. Volte ao login e entre de novo com sua senha.',
  },
  SECOND_FACTOR_UNREADABLE: {
    description: 'A verificação em duas etapas desta conta precisa ser refeita. Fale com o suporte.',
  },
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: {
    description: 'Muitos códigos errados. Volte ao login e entre de novo com sua senha.',
  },
  TOTP_ALREADY_ENABLED: { description: 'A verificação em duas etapas já está ativada. Atualize a página.' },
  TWO_FACTOR_NOT_ENABLED: {
    description: 'A verificação em duas etapas não está ativada. Atualize a página.',
  },
  INVALID_TOKEN: { description: 'Este link já foi usado ou venceu. Peça outro.' },
};

export const sentenceOf = (code: string): string | undefined => SENTENCES[code]?.description;

/**
 * Turns a refusal of the auth API into its code for the log, a Portuguese sentence for the screen, and the status
 * of the answer.
 */
export async function readAuthFailure(
  context: Readonly<RouterContextProvider>,
  response: Response,
  title: string,
): Promise<{ code: string; failure: ScreenFailure; init: { status: number } }> {
  const { status } = response;
  if (status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? 60);
    // The shop itself writes the refusal of a rate limit.
    const own = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
    const failure = { title, description: own?.error?.message ?? describeWait(seconds) };
    return { code: 'TOO_MANY_REQUESTS', failure, init: askToWait(context, seconds) };
  }
  const body: unknown = await response.json().catch(() => null);
  const code =
    typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
      ? body.code
      : `HTTP_${response.status}`;
  const { description, field } = SENTENCES[code] ?? { description: status === 503 ? AWAY : UNKNOWN };
  return {
    code,
    failure: { title, description, ...(field ? { field } : {}) },
    // The library answers 500 if its database does not answer: nothing is broken, and the visitor may try again.
    init: { status: status >= 500 ? 503 : status },
  };
}

/** Asks the auth library. A refusal is logged under `logs`, and comes back as the screen says it. */
export async function askAuth(
  context: Readonly<RouterContextProvider>,
  { title, logs = title, ...details }: { title: string; logs?: string; step?: string },
  path: string,
  body: Record<string, unknown>,
) {
  const visitor = getVisitor(context);
  const response = await visitor.authenticate(path, body);
  if (response.ok) return { ok: true as const, response, headers: forwardCookies(response) };
  const { code, failure, init } = await readAuthFailure(context, response, title);
  getShop(context).log.warn(logs, { requestId: visitor.requestId, ...details, code });
  return { ok: false as const, failure, init };
}
