import { safeFirstName } from '#shop/text/safe-first-name.ts';

/** Who typed an address, a phone number or a CPF as their name did not mean to publish it. */
const NUMBER = /\d{5}/;

/** What the public reads of a display name: its first word. */
export function showAuthor(displayName: string): string {
  const first = safeFirstName(displayName);
  return first === null || NUMBER.test(first) ? 'Cliente' : first;
}
