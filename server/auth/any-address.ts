import { randomBytes } from 'node:crypto';
import { z } from 'zod';

/** The form of an address that the shop's own settings accept. */
export const MAIL_ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+$/;

/**
 * RFC 2606: no mail address ends in `.invalid`. Random at each start, because a visitor who could write an encoded
 * address would have the tries of an account twice: limits count the typed text.
 */
const DOMAIN = `${randomBytes(16).toString('hex')}.invalid`;

/**
 * The auth library refuses addresses that are valid here: `admin@localhost`, `ana@intranet`, `josé@exemplo.com`
 * (docs/contract.md `ADMIN_EMAIL`). So it gets them encoded, and `readAddress` decodes them where it looks the user
 * up. The library does everything else: password, second factor and session.
 */
export function spellAddress(email: string): string {
  if (!MAIL_ADDRESS.test(email) || z.email().safeParse(email).success) return email;
  return `${Buffer.from(email.toLowerCase()).toString('hex')}@${DOMAIN}`;
}

export function readAddress(spelled: string): string {
  const [letters = '', domain] = spelled.split('@');
  return domain === DOMAIN ? Buffer.from(letters, 'hex').toString() : spelled;
}
