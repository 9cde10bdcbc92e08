import type sharp from 'sharp';

/** Loaded with the first picture. A shop with all pictures in its cache runs without it. */
export async function openSharp(): Promise<typeof sharp> {
  const { default: sharp } = await import('sharp');
  // A small machine serves pages while it encodes. So a picture gets one thread, and the queue (encoding-queue.ts)
  // limits the pictures at a time. By default libvips uses every core.
  sharp.concurrency(1);
  // A cache is useless: no picture is opened twice.
  sharp.cache(false);
  return sharp;
}
