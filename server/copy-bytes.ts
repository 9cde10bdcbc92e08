/**
 * Bytes in memory of their own, for what is kept: a buffer that Node hands out is often a piece of a larger one, which
 * would be kept with it. zlib's are pieces of 16 KB.
 */
export function copyBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
