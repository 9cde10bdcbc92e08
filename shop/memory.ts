import type { Db } from '#db/client.server.ts';
import { buildSessionStatement, type SessionStatement } from './accounts/sessions/session-statement.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { CatalogIndex } from './catalog/write-catalog-index.ts';
import type { LiveEvent } from './live/live-event.ts';
import { KeyedSemaphore } from './limits/keyed-semaphore.ts';
import { createEncodingQueue, type EncodingQueue } from './media/encoding-queue.ts';
import type { PictureRefusal } from './media/open-picture.ts';
import { createSplashTraffic, type SplashTraffic } from './media/splash-traffic.ts';

/** A visitor's open stream of news. */
export interface OpenStream {
  readonly sessionId: string;
  /** What it hears now; the look at its session tells what has changed of it. */
  readonly isStaff: boolean;
  write(bytes: Uint8Array): void;
  /** What the session may hear from now on; null: it is over, and the stream with it. */
  follow(access: { userId: string; isStaff: boolean } | null): void;
  close(): void;
}

export interface OpenStreams {
  /** @returns how to take it out again. */
  add(stream: OpenStream): () => void;
  /** Looks at its session soon: those that several events of a moment are about are looked at together. */
  recheckSoon(stream: OpenStream): void;
}

/**
 * What one process remembers between two requests, each by its name. It may be lost at any moment: whatever another
 * process must know too, or a restart must keep, is in the database.
 */
export interface ShopMemory {
  /** The text that is made once for each catalogue in memory. */
  catalogIndexes: WeakMap<Catalog, CatalogIndex>;
  /** An event's bytes: a broadcast is encoded once for all streams. */
  liveFrames: WeakMap<LiveEvent, Uint8Array>;
  /** null until the first is opened. */
  streams: OpenStreams | null;
  streamSlots: { byUser: KeyedSemaphore; byAddress: KeyedSemaphore };
  /** News that go out together in a moment; null: none wait. */
  waitingNews: LiveEvent[] | null;
  /** Building it takes the shop longer than asking it, and every request of a signed-in visitor asks. */
  sessionStatement: SessionStatement;
  splashes: SplashTraffic;
  uploadSlots: KeyedSemaphore;
  /** Uploads that are drawn, one at a time: 24 megapixels are 100 MB while they are decoded. */
  uploads: EncodingQueue<{ ok: true; data: Buffer } | PictureRefusal>;
}

export function createMemory(db: Db): ShopMemory {
  return {
    catalogIndexes: new WeakMap(),
    liveFrames: new WeakMap(),
    streams: null,
    streamSlots: { byUser: new KeyedSemaphore(), byAddress: new KeyedSemaphore() },
    waitingNews: null,
    sessionStatement: buildSessionStatement(db),
    splashes: createSplashTraffic(),
    uploadSlots: new KeyedSemaphore(),
    uploads: createEncodingQueue({ atOnce: 1, maxWaiting: 10 }),
  };
}
