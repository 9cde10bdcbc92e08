import { z } from 'zod';

/** What the shop's own settings take for an address. */
export const MAIL_ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+$/;

/** RFC 2606: nobody's mail ends in `.invalid`. */
const SPELLED = /^([0-9a-f]+)@spelled\.invalid$/;

/**
 * The auth library refuses addresses that are good ones here: `admin@localhost`, `ana@intranet`, `josé@exemplo.com`
 * (contract.md `ADMIN_EMAIL`). Those reach it spelled out, and `readAddress` reads them again where it looks up who
 * that is; everything else on the way, password, second factor and session, stays the library's.
 */
export function spellAddress(email: string): string {
  if (!MAIL_ADDRESS.test(email) || z.email().safeParse(email).success) return email;
  return `${Buffer.from(email.toLowerCase()).toString('hex')}@spelled.invalid`;
}

export function readAddress(spelled: string): string {
  const letters = SPELLED.exec(spelled)?.[1];
  return letters ? Buffer.from(letters, 'hex').toString() : spelled;
}
