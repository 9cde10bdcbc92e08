export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The part of a file that a request asks for (RFC 9110, 14). null: all of it, also where several parts are asked for,
 * where the range makes no sense, and where `If-Range` means another content.
 */
export function readRange(
  headers: Headers,
  { size, etag }: { size: number; etag: string },
): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range')?.trim() ?? '') ?? [];
  if (from === '' && to === '') return null;
  const condition = headers.get('if-range');
  if (condition !== null && condition.trim() !== etag) return null;
  if (from === '') {
    const last = Number(to);
    return last === 0 ? 'unsatisfiable' : { start: Math.max(0, size - last), end: size - 1 };
  }
  const start = Number(from);
  if (to !== '' && Number(to) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
