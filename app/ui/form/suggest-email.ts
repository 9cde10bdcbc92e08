/** Providers whose name is seldom another one's: a letter too many, too few or in the wrong place is a slip. */
const LONG_NAMES = ['gmail', 'hotmail', 'outlook', 'yahoo', 'icloud'];
/** `bol`, `uol` and `sol` are one letter apart, and so are many words: only what follows these names is mended. */
const SHORT_NAMES = ['uol', 'bol', 'terra', 'globo', 'ig', 'live', 'msn'];

const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  gmail: ['com'],
  hotmail: ['com', 'com.br'],
  outlook: ['com', 'com.br'],
  yahoo: ['com', 'com.br'],
  icloud: ['com'],
  uol: ['com.br'],
  bol: ['com.br'],
  terra: ['com.br', 'com'],
  globo: ['com'],
  ig: ['com.br'],
  live: ['com'],
  msn: ['com'],
};

/** Endings that mean a provider's house in another country, and look like a slip of the Brazilian one. */
const ABROAD = ['com.ar', 'com.bo', 'com.gr', 'com.tr'];

/** No domain ends like this, whoever's it is. */
const NO_ENDING: readonly [RegExp, string][] = [
  [/\.(?:con|cmo|ocm|vom|xom|comm|coom|ccom|cpm)$/, '.com'],
  [/\.(?:(?:con|cmo|ocm|vom|xom|comm|coom)\.br|combr|com\.rb)$/, '.com.br'],
];

/**
 * The address that was probably meant: `nome@gmail.com` for `nome@gmial.com`; `null` where nothing looks wrong. A
 * guess is only ever shown. It runs in the browser and on the server.
 */
export function suggestEmail(typed: string): string | null {
  const [local, domain, more] = typed.trim().split('@');
  if (!local || !domain || more !== undefined || typed.length > 254) return null;
  const lower = domain.toLowerCase();
  const meant = meantDomain(lower.replace(/[,;.]+/g, '.').replace(/\.$/, ''));
  return meant === lower ? null : `${local}@${meant}`;
}

function meantDomain(domain: string): string {
  const dot = domain.indexOf('.');
  const provider =
    dot > 0 ? meantProvider(domain.slice(0, dot), domain.slice(dot + 1)) : meantWithoutDot(domain);
  if (provider !== null) return provider;
  const wrong = NO_ENDING.find(([pattern]) => pattern.test(domain));
  return wrong ? domain.replace(...wrong) : domain;
}

function meantWithoutDot(domain: string): string | null {
  const name = LONG_NAMES.find((one) => domain === one || domain === `${one}com`);
  return name ? `${name}.com` : null;
}

function meantProvider(typed: string, ending: string): string | null {
  const name = [...LONG_NAMES, ...SHORT_NAMES].find((one) => one === typed);
  if (name) return `${name}.${meantEnding(name, ending)}`;
  const close = LONG_NAMES.find((one) => startsAlike(one, typed) && isOneSlip(one, typed));
  // 'gail.com.br' is a company: a changed name counts where the rest is a provider's, or no ending at all.
  if (!close) return null;
  const meant = meantEnding(close, ending);
  const isTheirs = ENDINGS[close]?.includes(ending) || (ending.length > 2 && !ending.includes('.'));
  return isTheirs && ENDINGS[close]?.includes(meant) ? `${close}.${meant}` : null;
}

/** `email.com`, `ymail.com` and `cloud.com` are right: another first letter is another provider. */
function startsAlike(name: string, typed: string): boolean {
  return (
    name[0] === typed[0] ||
    (name[0] === typed[1] && name[1] === typed[0]) ||
    (name.length >= 7 && name.slice(1) === typed)
  );
}

function meantEnding(name: string, ending: string): string {
  const own = ENDINGS[name] ?? [];
  if (own.includes(ending) || ABROAD.includes(ending)) return ending;
  const [first = ending] = own;
  if (ending === 'br') return own.includes('com.br') ? 'com.br' : first;
  // They have no Brazilian house, and many Brazilians write one.
  if (ending === 'com.br' && (name === 'gmail' || name === 'icloud')) return 'com';
  return own.find((one) => isOneSlip(one, ending)) ?? ending;
}

/** One letter more, less or another one, or two neighbours in the wrong order. */
function isOneSlip(right: string, typed: string): boolean {
  let start = 0;
  while (start < right.length && right[start] === typed[start]) start++;
  let end = 0;
  while (
    end < right.length - start &&
    right.at(-1 - end) === typed.at(-1 - end) &&
    end < typed.length - start
  )
    end++;
  const a = right.slice(start, right.length - end);
  const b = typed.slice(start, typed.length - end);
  return a.length + b.length > 0 && ((a.length <= 1 && b.length <= 1) || isSwapped(a, b));
}

const isSwapped = (a: string, b: string): boolean =>
  a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
