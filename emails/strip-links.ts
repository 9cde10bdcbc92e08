import { hasLink } from '#shop/text/has-link.ts';
import { safeFirstName } from '#shop/text/safe-first-name.ts';

/**
 * `Olá, Ana!`, or `Olá!` if the name looks like an address: a mail of the shop must not carry a stranger's link to a
 * person who trusts the shop.
 */
export function greet(name: string): string {
  const first = safeFirstName(name);
  return first === null ? 'Olá!' : `Olá, ${first}!`;
}

/** Typed text as one line without links, for a subject or a sentence of ours. */
export function stripLinks(text: string): string {
  return text
    .split(/[\p{Cc}\s\u2028\u2029]+/u)
    .map((word) => (hasLink(word) ? '[link]' : word))
    .join(' ')
    .trim();
}
