import { createEncodingQueue, type EncodingQueue } from './encoding-queue.ts';
import type { PictureRefusal } from './open-picture.ts';

/** `missing`: the service answers, and has none that is a picture. `unreachable`: it does not answer now. */
export type LoadedSplash = { ok: true; data: Buffer } | { ok: false; reason: 'missing' | 'unreachable' };

/** Pictures on their way, of one process. */
export interface SplashTraffic {
  downloads: EncodingQueue<LoadedSplash>;
  encodings: EncodingQueue<{ ok: true; data: Buffer } | PictureRefusal>;
  /** Skins whose splash was not to be had, why, and until when (ms) nobody asks for it again. */
  absent: Map<string, { until: number; reason: 'missing' | 'unreachable' }>;
  /** Downloads in a row that found nobody at home. */
  unanswered: number;
  /** Until when (ms) the service is taken for down, and no visitor waits for it. */
  silentUntil: number;
}

export function createSplashTraffic(): SplashTraffic {
  return {
    downloads: createEncodingQueue({ atOnce: 6 }),
    encodings: createEncodingQueue(),
    absent: new Map(),
    unanswered: 0,
    silentUntil: 0,
  };
}
