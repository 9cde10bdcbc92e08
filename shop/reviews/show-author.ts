import { publicFirstName } from '#shop/text/public-first-name.ts';

/** Who typed an address, a phone number or a CPF as their name did not mean to publish it. */
const NUMBER = /\d{5}/;

/** What the public reads of a display name: its first word, unless it looks like the shop's or its team's. */
export function showAuthor(displayName: string, brandName: string): string {
  const first = publicFirstName(displayName, brandName);
  return first === null || NUMBER.test(first) ? 'Cliente' : first;
}
