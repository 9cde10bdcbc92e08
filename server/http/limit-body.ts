import type { IncomingMessage } from 'node:http';
import { BodyTooLarge } from '#app/endpoints/http/body-too-large.ts';
import { streamOf } from './stream-of.ts';

/**
 * The body of a request, which is not looked at before somebody asks for it: by then it is known who sends it, and how
 * often. Of one that is too long as much as `thrownAway` more is read, because an answer while the visitor still sends would cut
 * the connection, and the visitor would never read it.
 */
export function limitBody(
  incoming: IncomingMessage,
  { most, thrownAway, onTooLarge }: { most: number; thrownAway: number; onTooLarge: () => void },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const declared = Number(incoming.headers['content-length'] ?? 0);
  async function* read(): AsyncGenerator<Uint8Array> {
    let size = 0;
    // A reader that stops early still wants to answer on this connection.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (Math.max(declared, size) <= most) yield chunk;
      else if (size > most + thrownAway) break;
    }
    if (Math.max(declared, size) <= most) return;
    onTooLarge();
    throw new BodyTooLarge();
  }
  return streamOf(read());
}
