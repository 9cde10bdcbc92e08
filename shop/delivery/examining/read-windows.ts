import { callbackify } from 'node:util';
import { RandomAccessReader } from 'yauzl';
import type { ShopContext } from '#shop/context.ts';

const WINDOW = 1024 * 1024;
/** The directory stands at the end of a ZIP and what it names before it, so both are read in turns. */
const MOST_KEPT = 4;
const SLICE = 64 * 1024;

/** A stored file, read at any place by windows of a megabyte: never whole in memory, and a file of an S3 in few calls. */
export interface Windows {
  size: number;
  reader: RandomAccessReader;
  /** From `start` to before `end`. */
  slices(start: number, end: number): AsyncGenerator<Buffer>;
  /** Why the storage did not answer; null: it did, and what failed is the file's own fault. */
  failure(): Error | null;
}

export function readWindows(
  store: Pick<ShopContext['largeFiles'], 'open'>,
  { key, size, signal }: { key: string; size: number; signal?: AbortSignal | undefined },
): Windows {
  // The last used is the last. They are filled again and again, because six hundred new ones would be collected late;
  // whoever takes slices is never a window behind.
  const kept = Array.from({ length: MOST_KEPT }, () => ({
    start: -1,
    buffer: Buffer.allocUnsafe(Math.min(WINDOW, size)),
  }));
  let failure: Error | null = null;

  async function windowAt(position: number): Promise<Buffer> {
    const start = position - (position % WINDOW);
    const known = kept.findIndex((one) => one.start === start);
    const window = kept.splice(Math.max(known, 0), 1)[0]!;
    kept.push(window);
    const content = window.buffer.subarray(0, Math.min(WINDOW, size - start));
    if (known >= 0) return content;
    window.start = -1;
    try {
      signal?.throwIfAborted();
      let filled = 0;
      for await (const part of (await store.open(key, { start, end: start + content.length - 1 })) ?? []) {
        content.set(part, filled);
        filled += part.byteLength;
      }
      if (filled < content.length) throw new Error('The storage has less of the file than was put there.');
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    }
    window.start = start;
    return content;
  }
  async function* slices(start: number, end: number): AsyncGenerator<Buffer> {
    if (start < 0 || end > size) throw new RangeError('Not within the file.');
    for (let at = start; at < end;) {
      const window = await windowAt(at);
      const from = at % WINDOW;
      const slice = window.subarray(from, Math.min(from + SLICE, from + end - at));
      yield slice;
      at += slice.length;
    }
  }

  const fill = callbackify(async (buffer: Buffer, offset: number, length: number, position: number) => {
    let at = offset;
    for await (const slice of slices(position, position + length)) at += slice.copy(buffer, at);
    return length;
  });
  class Reader extends RandomAccessReader {
    override read(...asked: Parameters<typeof fill>): void {
      fill(...asked);
    }
    override close(callback: (error: Error | null) => void): void {
      callback(null);
    }
  }
  return { size, reader: new Reader(), slices, failure: () => failure };
}
