import { setPriority } from 'node:os';
import { encodeListPicture } from '#shop/media/encode-list-picture.ts';

/** The answer of this process for each picture. */
export type EncoderAnswer = {
  encoded: Awaited<ReturnType<typeof encodeListPicture>>;
  /** Processor time in milliseconds since the previous answer. */
  usedMs: number;
};

// Set before the first picture starts the encoding threads: on Linux a thread inherits its priority from the thread
// that starts it, and its disk priority follows.
setPriority(Number(process.argv[2]));

// The parent ends this process, also by its own end. A terminal sends these signals to both.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

let before: NodeJS.CpuUsage | undefined;
process.on('message', async (source: Uint8Array) => {
  const encoded = await encodeListPicture(Buffer.from(source));
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  process.send?.({ encoded, usedMs: (user + system) / 1000 } satisfies EncoderAnswer);
});
