import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Encoding } from './choose-encoding.ts';

/**
 * For what is written once and sent once: the lowest levels that still save, and at once. The thread pool costs more
 * than it takes off this thread (docs/performance.md).
 */
export function compressOnce(text: string, encoding: Encoding | null): Buffer<ArrayBuffer> {
  const plain = Buffer.from(text);
  if (encoding === null) return plain;
  return encoding === 'br' ? brotliCompressSync(plain, BROTLI) : gzipSync(plain, { level: 1 });
}

const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 1,
    // 256 KB: a window for most of a page, of which the encoder takes memory each time.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
};
