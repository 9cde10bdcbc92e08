export type SplashFormat = 'avif' | 'webp' | 'jpeg';

/**
 * The smallest format that the browser names. A wildcard does not count: clients that read neither AVIF nor WebP send
 * one too, and every client reads JPEG. Source: RFC 9110 §12.5.1 and §12.4.2 (a weight of 0 is "not acceptable").
 */
export function chooseFormat(acceptHeader: string | null): SplashFormat {
  const accepted = new Set<string>();
  for (const range of (acceptHeader ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    if (weight === undefined || Number(weight) > 0) accepted.add(type);
  }
  if (accepted.has('image/avif')) return 'avif';
  if (accepted.has('image/webp')) return 'webp';
  return 'jpeg';
}
