import { open } from 'node:fs/promises';
import { ReadableStream } from 'node:stream/web';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { nullIfMissing } from '../storage/null-if-missing.ts';

const READ_BYTES = 256 * 1024;
const ZEROS = new Uint8Array(READ_BYTES);

export interface TarWriter {
  directory(name: string): Promise<void>;
  text(name: string, content: string): Promise<void>;
  /**
   * A file of the disk as long as it is now: of what others append only that much is read, and what they cut off is
   * zeros. `upTo`: what follows this byte is zeros as well. false: there is no such file.
   */
  file(name: string, path: string, upTo?: number): Promise<boolean>;
}

/** A tar stream of what `fill` writes, while it writes it. */
export function packTar(fill: (tar: TarWriter) => Promise<void>): AsyncIterable<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const add = async (name: string, size: number, content: AsyncIterable<Uint8Array>) => {
    const writer = controller.add({ name, size, mode: 0o600, mtime: new Date(0) }).getWriter();
    let left = size;
    for await (const piece of content) {
      const wanted = piece.subarray(0, left);
      left -= wanted.byteLength;
      if (wanted.byteLength > 0) await writer.write(wanted);
    }
    for (; left > 0; left -= Math.min(left, ZEROS.byteLength)) await writer.write(ZEROS.subarray(0, left));
    await writer.close();
  };
  const tar: TarWriter = {
    async directory(name) {
      await controller
        .add({ name: `${name}/`, size: 0, type: 'directory', mode: 0o700, mtime: new Date(0) })
        .close();
    },
    async text(name, content) {
      const bytes = Buffer.from(content);
      await add(name, bytes.byteLength, once(bytes));
    },
    async file(name, path, upTo = Number.POSITIVE_INFINITY) {
      await using handle = await open(path).catch(nullIfMissing);
      if (handle === null) return false;
      const { size } = await handle.stat();
      await add(name, size, readUpTo(handle, Math.min(size, upTo)));
      return true;
    },
  };
  fill(tar).then(
    () => controller.finalize(),
    (error: unknown) => controller.error(error),
  );
  return readable;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* readUpTo(handle: Awaited<ReturnType<typeof open>>, end: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < end;) {
    // A new buffer each time: the stream holds what it has not handed on.
    const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, end - at));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

export interface TarEntry {
  name: string;
  isDirectory: boolean;
  /** Is to be read to its end before the next entry. */
  content: AsyncIterable<Uint8Array>;
}

/** The entries of a tar stream, one after the other. A stream that was cut throws. */
export async function* unpackTar(content: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const entries = ReadableStream.from(content).pipeThrough(createTarDecoder({ strict: true }) as never);
  for await (const { header, body } of entries as unknown as AsyncIterable<{
    header: { name: string; type?: string };
    body: AsyncIterable<Uint8Array>;
  }>) {
    yield { name: header.name, isDirectory: header.type === 'directory', content: body };
  }
}
