import type { Db } from '#db/client.server.ts';
import type { KnownSession, SessionAccess } from './accounts/sessions/session.ts';
import { buildSessionStatement, type SessionStatement } from './accounts/sessions/session-statement.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { CatalogIndex } from './catalog/search/write-catalog-index.ts';
import type { Change } from './events/shop-event.ts';
import type { LiveEvent } from './live/live-event.ts';
import { KeyedSemaphore } from './limits/keyed-semaphore.ts';
import { createEncodingQueue, type EncodingQueue } from './media/encoding-queue.ts';
import type { PictureRefusal } from './media/open-picture.ts';
import type { FailingProvider } from './payments/providers/failing-provider.ts';
import { createSplashTraffic, type SplashTraffic } from './media/splash-traffic.ts';
import type { Trust } from './trust/trust.ts';

export type LiveSession = KnownSession & SessionAccess;
export type LiveSink = Pick<ReadableStreamDefaultController<Uint8Array>, 'desiredSize' | 'enqueue' | 'close'>;

/** The live streams of the visitors of this process. */
export interface LiveStreams {
  /** How many are open. */
  readonly count: number;
  /** @returns what to call when the visitor leaves. The session's end, a stop or a reader that sleeps end it too. */
  open(
    session: LiveSession,
    sink: LiveSink,
    /** `release` gives the slot of the stream back. */
    how: { wasAway: boolean; release: () => void },
  ): () => void;
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
  streams: LiveStreams | null;
  streamSlots: { byUser: KeyedSemaphore; byAddress: KeyedSemaphore };
  /** Events that go out together in a moment; null: none wait. */
  waitingNews: Change[] | null;
  /** Compiling this statement takes longer than running it, and every request of a signed-in visitor runs it. */
  sessionStatement: SessionStatement;
  splashes: SplashTraffic;
  uploadSlots: KeyedSemaphore;
  /** Uploads, decoded one at a time: 24 megapixels take 100 MB. */
  uploads: EncodingQueue<{ ok: true; data: Buffer } | PictureRefusal>;
  /** Logo and icons by their address, six for a look. */
  brandPictures: Map<string, Buffer>;
  /** By name. */
  failingProviders: Map<string, FailingProvider>;
  /** The last count of the public figures, and until when it is told, in milliseconds. */
  trust: { trust: Promise<Trust>; until: number } | null;
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
    brandPictures: new Map(),
    failingProviders: new Map(),
    trust: null,
  };
}
