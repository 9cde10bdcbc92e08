import { createEncodingQueue, type EncodingQueue } from './encoding-queue.ts';
import type { FetchedSplash } from './fetch-splash.ts';
import type { FileStore } from './file-store.ts';
import type { PictureRefusal } from './open-picture.ts';

/** What one process remembers about pictures on their way. */
export interface SplashTraffic {
  downloads: EncodingQueue<FetchedSplash | PictureRefusal>;
  encodings: EncodingQueue<{ ok: true; data: Buffer } | PictureRefusal>;
  /** Skins whose splash was not to be had, and until when (ms) nobody asks for it again. */
  absentUntil: Map<string, number>;
  /** Downloads in a row that found nobody at home. */
  unanswered: number;
  /** Until when (ms) the service is taken for down, and no visitor waits for it. */
  silentUntil: number;
}

const traffic = new WeakMap<FileStore, SplashTraffic>();

export function splashTraffic(files: FileStore): SplashTraffic {
  let mine = traffic.get(files);
  if (!mine) {
    mine = {
      downloads: createEncodingQueue({ atOnce: 6 }),
      encodings: createEncodingQueue(),
      absentUntil: new Map(),
      unanswered: 0,
      silentUntil: 0,
    };
    traffic.set(files, mine);
  }
  return mine;
}
