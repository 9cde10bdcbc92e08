import type { ShopContext } from '#shop/context.ts';
import { storedFileKey, type StoredFile } from '#shop/delivery/files/stored-file.ts';
import { attachment } from '#shop/text/attachment.ts';
import { holdLastByte } from './hold-last-byte.ts';
import { readRange } from './read-range.ts';

/** To whoever keeps the file, without telling them where the visitor came from. */
export function leadTo(address: string): Response {
  const headers = {
    Location: address,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'private, no-store',
  };
  return new Response(null, { status: 302, headers });
}

/** What fails before the first byte is the storage: for a `catch`. */
export function storageAway(shop: ShopContext, file: StoredFile) {
  return (error: unknown): 'away' => {
    shop.log.error('files.send_failed', { fileId: file.id, error });
    return 'away';
  };
}

/**
 * Hands out a stored file: by an address of the storage, which lives five minutes, or itself, so that a download that broke
 * off goes on where it was. null: the file is not there.
 */
export async function sendFile(
  shop: ShopContext,
  request: Request,
  file: StoredFile,
): Promise<Response | null> {
  const key = storedFileKey(file.id);
  // The head alone leads nowhere: with the address, anybody could fetch the file.
  const address = request.method === 'HEAD' ? null : await shop.largeFiles.address(key, { name: file.name });
  if (address === null) return streamFile(shop, request, file);
  // Asked here, because the storage would show its own words, in XML, and it would count as a download.
  return (await shop.largeFiles.size(key)) === null ? null : leadTo(address);
}

/** `mayEnd` is asked before the last byte of the file goes out. null: the file is not there. */
export async function streamFile(
  shop: ShopContext,
  request: Request,
  file: StoredFile,
  mayEnd?: () => Promise<boolean>,
): Promise<Response | null> {
  const key = storedFileKey(file.id);
  const etag = `"${file.sha256}"`;
  const headers = {
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': attachment(file.name),
    'X-Content-Type-Options': 'nosniff',
  };
  const range = readRange(request.headers, { size: file.size, etag });
  if (range === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${file.size}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  const body = request.method === 'HEAD' ? null : await shop.largeFiles.open(key, { start, end });
  if (request.method !== 'HEAD' && !body) return null;
  const isHeld = body && mayEnd && end === file.size - 1;
  return new Response(isHeld ? holdLastByte(body, end - start + 1, mayEnd) : body, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(end - start + 1),
      ...(range ? { 'Content-Range': `bytes ${start}-${end}/${file.size}` } : {}),
    },
  });
}
