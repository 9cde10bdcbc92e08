export type Encoding = 'br' | 'gzip';
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** The first on offer that is named: brotli, or gzip. A weight of 0 is a refusal (RFC 9110 section 12.5.3). */
export function chooseEncoding<Offered extends Encoding = Encoding>(
  acceptEncoding: string | null | undefined,
  offered: readonly Offered[] = ENCODINGS as readonly Offered[],
): Offered | null {
  const accepted = new Set<string>();
  for (const range of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', weight] = range.split(';').map((part) => part.trim());
    if (!weight?.startsWith('q=') || Number(weight.slice(2)) > 0) accepted.add(name);
  }
  return offered.find((encoding) => accepted.has(encoding)) ?? null;
}
