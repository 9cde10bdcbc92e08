export const MOST_UPLOAD_MB = 32;
const MOST_BYTES = MOST_UPLOAD_MB * 1024 * 1024;

export type ReadUpload =
  | { ok: true; bytes: Buffer }
  /** `broken_off`: whoever sent it stopped half-way. */
  | { ok: false; reason: 'too_large' | 'broken_off' };

/** A file of staff, whole in memory: a list of goods is small, and one is read at a time. */
export async function readUpload(content: AsyncIterable<Uint8Array>): Promise<ReadUpload> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of content) {
      size += chunk.byteLength;
      if (size > MOST_BYTES) return { ok: false, reason: 'too_large' };
      // The memory of a chunk is used again after this turn.
      chunks.push(Buffer.from(chunk));
    }
  } catch {
    return { ok: false, reason: 'broken_off' };
  }
  return { ok: true, bytes: Buffer.concat(chunks) };
}
