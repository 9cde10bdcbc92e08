import { createEncodingQueue, type EncodingQueue } from './encoding-queue.ts';
import type { PictureRefusal } from './open-picture.ts';

/** `missing`: the service has no such picture. `unreachable`: it does not answer now. */
export type LoadedSplash = { ok: true; data: Buffer } | { ok: false; reason: 'missing' | 'unreachable' };

/** Downloads and encodings of this process. */
export interface SplashTraffic {
  downloads: EncodingQueue<LoadedSplash>;
  encodings: EncodingQueue<{ ok: true; data: Buffer } | PictureRefusal>;
  /** Skins without a splash, the reason, and the time (ms) until which nobody asks again. */
  absent: Map<string, { until: number; reason: 'missing' | 'unreachable' }>;
  /** Downloads in a row without an answer. */
  unanswered: number;
  /** Until this time (ms) the service counts as down, and no visitor waits for it. */
  silentUntil: number;
  /** Files that are being written, by their key. */
  writes: Map<string, Buffer>;
  /** Until this time (ms) the storage counts as silent, and pictures are made without it. */
  storageSilentUntil: number;
}

export function createSplashTraffic(): SplashTraffic {
  return {
    downloads: createEncodingQueue({ atOnce: 6 }),
    encodings: createEncodingQueue(),
    absent: new Map(),
    unanswered: 0,
    silentUntil: 0,
    writes: new Map(),
    storageSilentUntil: 0,
  };
}
