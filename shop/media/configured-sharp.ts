import type sharp from 'sharp';

/** Loaded with the first picture: a shop whose pictures are all in its cache starts and lives without it. */
export async function openSharp(): Promise<typeof sharp> {
  const { default: sharp } = await import('sharp');
  // A shop on a small machine serves pages while it encodes: one thread per picture, and the queue
  // (encoding-queue.ts) decides how many pictures at once. libvips would otherwise take every core.
  sharp.concurrency(1);
  // No picture is opened twice.
  sharp.cache(false);
  return sharp;
}
