export const MASK = '[oculto]';
// A longer text is cut before it is searched: a log line must stay cheap whatever an attacker sends.
const LONGEST = 8000;

/** Names whose value is a secret or names a person, compared without case and punctuation. */
const SENSITIVE_NAME =
  /taxid|cpf|cnpj|email|password|passwd|senha|token|secret|authorization|cookie|apikey|accesskey|privatekey|credential|cellphone|phone/;

export function isSensitiveName(name: string): boolean {
  return SENSITIVE_NAME.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

const SENSITIVE_WORD =
  '[\\w-]*(?:tax_?id|cpf|cnpj|e-?mail|passw(?:or)?d|senha|token|secret|authorization|cookie|api[_-]?key|access[_-]?key|private[_-]?key|credential|signature|code)[\\w-]*';

/**
 * What stands before a secret in a path: the mailed link of a new password, a webhook's token, what one person
 * hands another. `masked-paths.test.ts` asks of every route whether its parameters are here.
 */
const BEFORE_TOKEN = [
  'reset-password',
  'webhooks(?:\\/|%2f)+[\\w-]+',
  'pagar',
  'presente',
  // A folder of the shop has the same name, and a stack names its files.
  'api(?:\\/|%2f)+gifts',
  'troca-de-email',
  'confirmar-email',
  'i',
  'feed',
].join('|');

const OPAQUE_ID = '(\\b(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32,64})\\b)';
const GAP = '(?:[. +]|%20)?';

const RULES: readonly [RegExp, string][] = [
  // Whoever holds the address of a database or mail server holds its password: scheme://user:password@host
  [/([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]{1,256}@/gi, `$1${MASK}@`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{4,}/gi, `$1 ${MASK}`],
  // Of this shop: the key of a program, and what signs a webhook.
  [/\b(flg|whsec)_[\w%+/=-]{4,}/g, `$1_${MASK}`],
  // "password":"x", password=x, ?webhookSecret=x, and the same inside an escaped JSON text.
  // `code` only with "=", as in a link: "code: 23505" is how the database names an error.
  [
    new RegExp(
      `(\\b(?!code\\b)${SENSITIVE_WORD}(?:\\\\*["'])?\\s?[:=]\\s?)(\\\\*["'])(?:(?!\\2).){0,2000}`,
      'gi',
    ),
    `$1$2${MASK}`,
  ],
  [new RegExp(`(\\b(?!code\\b)${SENSITIVE_WORD}\\s?[:=]\\s?)[^\\s"'&#,;)}\\]\\\\]+`, 'gi'), `$1${MASK}`],
  [/([?&]code=)[^\s"'&#]+/gi, `$1${MASK}`],
  [new RegExp(`((?:\\/|%2f)(?:${BEFORE_TOKEN})(?:\\/|%2f)+)[^\\s"'?#<>\\\\]+`, 'gi'), `$1${MASK}`],
  // The part before "@" takes no "/": a stack names files like node_modules/@scope/name.
  // It starts where a word starts, so that a long one is looked at once and not from each of its letters.
  [
    /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8}/gu,
    MASK,
  ],
  // CNPJ, letters allowed since 2026, with punctuation.
  [/(?<![\w.])[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}(?:\/|%2F)[\dA-Z]{4}-\d{2}(?!\w)/gi, MASK],
];

// A UUID or digest that happens to hold as many digits in a row is no tax id: matched first, it stays.
const DIGIT_RUNS = [
  new RegExp(`${OPAQUE_ID}|(?<![A-Z\\d])[\\dA-Z]{12}\\d{2}(?![A-Z\\d])`, 'g'),
  new RegExp(`${OPAQUE_ID}|(?<!\\d)\\d{3}${GAP}\\d{3}${GAP}\\d{3}(?:-|${GAP})\\d{2}(?!\\d)`, 'g'),
];

/** Takes tax ids, e-mail addresses and secrets out of a text that somebody else wrote. */
export function maskText(text: string): string {
  let masked = text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text;
  for (const [pattern, replacement] of RULES) masked = masked.replace(pattern, replacement);
  for (const pattern of DIGIT_RUNS) masked = masked.replace(pattern, (_, opaque?: string) => opaque ?? MASK);
  return masked;
}
