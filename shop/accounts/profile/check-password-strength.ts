import { foldText } from '#shop/catalog/search/fold-text.ts';

export type PasswordVerdict = 'fine' | 'common' | 'personal';

/** The advice for a person who chose such a password. */
export const PASSWORD_ADVICE: Record<Exclude<PasswordVerdict, 'fine'>, string> = {
  common: 'Essa senha é muito comum e fácil de adivinhar. Escolha outra.',
  personal: 'Não use seu nome, seu email nem o nome da loja como senha. Escolha outra.',
};

/** Shorter words are ignored: `ana` occurs in many good passwords by chance. */
const SHORTEST_WORD = 4;

/**
 * Whether an attacker would guess the password early: it is in the list of frequent passwords, repeats one or two
 * characters, or is only the person's own name, address or the shop's name with some digits (ASVS 5.0, 6.2.4 and
 * 6.2.11).
 */
export async function checkPasswordStrength(
  password: string,
  about: { names: readonly string[]; email: string },
): Promise<PasswordVerdict> {
  // Loaded on first use: no other request needs these 25 KB.
  const { COMMON_PASSWORDS } = await import('./common-passwords.ts');
  const plain = password.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  if (COMMON_PASSWORDS.has(plain) || new Set(plain).size <= 2) return 'common';

  const [mailbox = '', host = ''] = about.email.split('@');
  const own = [...about.names, mailbox, ...mailbox.split(/[^\p{L}]+/u), host.split('.')[0] ?? '']
    .flatMap((text) => [text, ...text.split(/\s+/)])
    .map(lettersOf)
    .filter((word) => word.length >= SHORTEST_WORD);
  return own.includes(lettersOf(password)) ? 'personal' : 'fine';
}

const lettersOf = (text: string) => foldText(text).replace(/\p{N}/gu, '');
