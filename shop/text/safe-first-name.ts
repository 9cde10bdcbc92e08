/** Letters and digits of any script, and nothing that a mail program makes a link of: no dot, slash, colon or @. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_'’-]{0,29}$/u;

/**
 * The first name of a typed one. null: it looks like an address, or like nothing that a person is called. What others
 * read is `publicFirstName`.
 */
export function safeFirstName(name: string): string | null {
  const first = name.trim().split(/\s+/, 1)[0] ?? '';
  return NAME.test(first) ? first : null;
}
