import sharp from 'sharp';

// A shop on a small machine serves pages while it encodes: one thread per picture, and the queue
// (encoding-queue.ts) decides how many pictures at once. libvips would otherwise take every core.
sharp.concurrency(1);
sharp.cache({ memory: 48, files: 0, items: 64 });

export { sharp };
