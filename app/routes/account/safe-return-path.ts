const ORIGIN = 'http://shop.invalid';
/** Nobody typed a longer one, and a header three times its length is refused on the way. */
export const LONGEST_RETURN_PATH = 500;

/**
 * Where to go after signing in: a path of this shop, or `/`. Browsers drop tabs and line breaks from
 * addresses and read `\` as `/`, so these are refused before parsing.
 */
export function safeReturnPath(value: string | null | undefined): string {
  if (!value || value.length > LONGEST_RETURN_PATH || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(value))
    return '/';
  const url = URL.parse(value, ORIGIN);
  // `/.//evil.example` is a path of ours, but becomes `//evil.example` when its dots are resolved.
  if (!url || url.origin !== ORIGIN || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
