import { setPriority } from 'node:os';
import { encodeListPicture } from '#shop/media/encode-list-picture.ts';

/** What this process answers to each picture. */
export type EncoderAnswer = {
  encoded: Awaited<ReturnType<typeof encodeListPicture>>;
  /** Processor time in milliseconds since the answer before. */
  usedMs: number;
};

// Before the first picture starts the threads that encode: on Linux a thread takes its priority from the one that
// starts it, and its turn at the disk from its priority.
setPriority(Number(process.argv[2]));

// Its parent says when it ends, also by ending itself. A terminal sends these to both.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

let before: NodeJS.CpuUsage | undefined;
process.on('message', async (source: Uint8Array) => {
  const encoded = await encodeListPicture(Buffer.from(source));
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  process.send?.({ encoded, usedMs: (user + system) / 1000 } satisfies EncoderAnswer);
});
