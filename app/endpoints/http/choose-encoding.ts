export type Encoding = 'br' | 'gzip';
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** Brotli where it is named, or gzip. A weight of 0 is a refusal (RFC 9110 section 12.5.3). */
export function chooseEncoding(acceptEncoding: string | null | undefined): Encoding | null {
  const accepted = new Set<string>();
  for (const range of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', weight] = range.split(';').map((part) => part.trim());
    if (!weight?.startsWith('q=') || Number(weight.slice(2)) > 0) accepted.add(name);
  }
  return ENCODINGS.find((encoding) => accepted.has(encoding)) ?? null;
}
