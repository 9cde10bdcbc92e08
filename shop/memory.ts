import type { Db } from '#db/client.server.ts';
import type { StaffRole } from '#db/schema.ts';
import { buildSessionStatement, type SessionStatement } from './accounts/sessions/session-statement.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { CatalogIndex } from './catalog/search/write-catalog-index.ts';
import type { LiveEvent } from './live/live-event.ts';
import { KeyedSemaphore } from './limits/keyed-semaphore.ts';
import { createEncodingQueue, type EncodingQueue } from './media/encoding-queue.ts';
import type { PictureRefusal } from './media/open-picture.ts';
import { createSplashTraffic, type SplashTraffic } from './media/splash-traffic.ts';

/** An open live stream of a visitor. */
export interface OpenStream {
  readonly sessionId: string;
  /** What the stream hears now. The check of its session compares it with the rights of the person. */
  readonly role: StaffRole | null;
  write(bytes: Uint8Array): void;
  /** What the session may hear from now on; null: the session has ended, and the stream ends too. */
  follow(access: { userId: string; role: StaffRole | null } | null): void;
  close(): void;
}

export interface OpenStreams {
  /** How many are open. */
  readonly open: number;
  /** @returns the function that removes it. */
  add(stream: OpenStream): () => void;
  /** Checks the session of the stream soon. Checks that several events cause at once run together. */
  recheckSoon(stream: OpenStream): void;
}

/**
 * What one process remembers between two requests. It may be lost at any moment: what another process needs, or what
 * must survive a restart, is in the database.
 */
export interface ShopMemory {
  /** The index of each catalogue in memory. */
  catalogIndexes: WeakMap<Catalog, CatalogIndex>;
  /** The bytes of an event: a broadcast is encoded once for all streams. */
  liveFrames: WeakMap<LiveEvent, Uint8Array>;
  /** null until the first stream opens. */
  streams: OpenStreams | null;
  streamSlots: { byUser: KeyedSemaphore; byAddress: KeyedSemaphore };
  /** Events that go out together in a moment; null: none wait. */
  waitingNews: LiveEvent[] | null;
  /** Compiling this statement takes longer than running it, and every request of a signed-in visitor runs it. */
  sessionStatement: SessionStatement;
  splashes: SplashTraffic;
  uploadSlots: KeyedSemaphore;
  /** Uploads, decoded one at a time: 24 megapixels take 100 MB. */
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
