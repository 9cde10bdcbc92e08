import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { releaseChunks } from './release-chunks.ts';

interface FilePart {
  name: string;
  /** A chunk holds until the next one is asked for: its memory is used no longer. */
  content: AsyncIterable<Uint8Array>;
}

/**
 * Streams the first file of this field of a multipart body to `take`, which may stop before its end. A body that breaks
 * off ends `content` with an error. null: there is no such file. `said` gets the other fields; those behind the file come
 * when it has been read.
 */
export async function readFilePart<T>(
  request: Request,
  field: string,
  take: (file: FilePart) => Promise<T>,
  said?: Map<string, string>,
): Promise<{ taken: T } | null> {
  const type = request.headers.get('content-type') ?? '';
  const parser = createParser(type);
  if (!parser || !request.body) return null;
  const stop = new AbortController();
  let file: Readable | undefined;
  let taken: Promise<T> | undefined;
  let finished = 0;
  async function* count(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      const { byteLength } = chunk;
      yield chunk;
      finished += byteLength;
    }
  }
  parser.on('field', (name, value) => said?.set(name, value));
  parser.on('file', (name, stream, fileName) => {
    // Whoever reads it hears the error; a reader that has stopped does not, and nobody reads another part.
    stream.on('error', () => undefined);
    if (name !== field || taken) return void stream.resume();
    file = stream;
    taken = take({ name: fileName ?? '', content: count(stream) });
    const isOver = () => stream.readableEnded || stop.abort();
    taken.then(isOver, isOver);
  });
  // The file is a part of the body: when so many bytes of it are done with, so many of the body's are.
  const body = releaseChunks(request.body, () => finished);
  await pipeline(body, parser, { signal: stop.signal }).catch((error: unknown) =>
    file?.destroy(error instanceof Error ? error : new Error('The body broke off.')),
  );
  return taken ? { taken: await taken } : null;
}

/** null: nobody can tell its parts apart. */
function createParser(type: string) {
  if (!/^multipart\/form-data;/i.test(type)) return null;
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { fields: 10, fieldSize: 1000, files: 1, headerPairs: 20 },
    });
  } catch {
    return null;
  }
}
