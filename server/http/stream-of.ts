import { ReadableStream as NodeStream } from 'node:stream/web';

/** A stream that hands the chunks on as they are. `Readable.toWeb` would copy each of them. */
export function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return NodeStream.from(chunks) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
}
