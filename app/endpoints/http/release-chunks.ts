/**
 * Hands a stream on, and gives the memory of its chunks back as soon as they are done with: `finished` says how many
 * bytes are, counted from the first. The garbage collector waits until 64 MB of them lie about.
 */
export async function* releaseChunks(
  chunks: AsyncIterable<Uint8Array>,
  finished: () => number,
): AsyncGenerator<Uint8Array> {
  const held: { chunk: Uint8Array; end: number }[] = [];
  let end = 0;
  for await (const chunk of chunks) {
    end += chunk.byteLength;
    held.push({ chunk, end });
    yield chunk;
    while (held[0] && held[0].end <= finished()) release(held.shift()!.chunk);
  }
}

/** Only a chunk that is alone in its memory. */
function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}
