/** A browser that looks ahead says so: nobody has opened the page yet. */
export function isAskedAhead({ headers }: Request): boolean {
  return /\bprefetch\b/.test(headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? '');
}
