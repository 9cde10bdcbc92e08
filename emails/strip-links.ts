/** Letters and digits of any script, and nothing that a mail program makes a link of: no dot, slash, colon or @. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_'’-]{0,29}$/u;

/** Words that mail programs turn into a link: `https://…`, `www.…`, `name@host`, `host.tld`, lookalikes too. */
const LINK = /\/\/|www[.．。․]|@|＠|[\p{L}\p{N}][.．。․]\p{L}{2}/iu;

/**
 * `Olá, Ana!`, or `Olá!` if the name looks like an address: a mail of the shop must not carry a stranger's link to a
 * person who trusts the shop (threat 55).
 */
export function greet(name: string): string {
  const first = name.trim().split(/\s+/, 1)[0] ?? '';
  return NAME.test(first) ? `Olá, ${first}!` : 'Olá!';
}

/** Typed text as one line without links, for a subject or a sentence of ours. */
export function stripLinks(text: string): string {
  return text
    .split(/[\p{Cc}\s\u2028\u2029]+/u)
    .map((word) => (LINK.test(word) ? '[link]' : word))
    .join(' ')
    .trim();
}
