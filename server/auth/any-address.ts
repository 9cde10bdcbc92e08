import { randomBytes } from 'node:crypto';
import { z } from 'zod';

/** What the shop's own settings take for an address. */
export const MAIL_ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+$/;

/**
 * RFC 2606: nobody's mail ends in `.invalid`. Made up at each start: who could spell an address themselves would have
 * an account's tries twice, because limits count what was typed.
 */
const DOMAIN = `${randomBytes(16).toString('hex')}.invalid`;

/**
 * The auth library refuses addresses that are good ones here: `admin@localhost`, `ana@intranet`, `josé@exemplo.com`
 * (docs/contract.md `ADMIN_EMAIL`). Those reach it spelled out, and `readAddress` reads them again where it looks up who
 * that is; everything else on the way, password, second factor and session, stays the library's.
 */
export function spellAddress(email: string): string {
  if (!MAIL_ADDRESS.test(email) || z.email().safeParse(email).success) return email;
  return `${Buffer.from(email.toLowerCase()).toString('hex')}@${DOMAIN}`;
}

export function readAddress(spelled: string): string {
  const [letters = '', domain] = spelled.split('@');
  return domain === DOMAIN ? Buffer.from(letters, 'hex').toString() : spelled;
}
