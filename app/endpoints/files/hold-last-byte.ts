import { setTimeout } from 'node:timers/promises';

/** What went out last is told of a visitor who left within this time. */
const MOMENT_MS = 200;

/**
 * The body of `size` bytes, of which the last one waits until `mayEnd` says yes. So whoever breaks off before is known to
 * have less than the whole, also of a file that the kernel takes in one piece.
 */
export function holdLastByte(
  body: ReadableStream<Uint8Array>,
  size: number,
  mayEnd: () => Promise<boolean>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let left = size;
  let hasLeft = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await reader.read();
        if (done) return controller.error(new Error('The file is shorter than it was when it was kept.'));
        left -= value.byteLength;
        if (left > 0) return controller.enqueue(value);
        if (value.byteLength > 1) controller.enqueue(value.subarray(0, -1));
        await setTimeout(MOMENT_MS);
        if (hasLeft) return;
        if (!(await mayEnd())) return controller.error(new Error('It was fetched often enough meanwhile.'));
        controller.enqueue(value.subarray(-1));
        controller.close();
      },
      cancel(reason) {
        hasLeft = true;
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
