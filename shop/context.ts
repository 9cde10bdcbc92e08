import type { DatabaseHandle, Executor, Tx } from '#db/client.server.ts';
import type { CatalogSource } from './catalog/catalog-source.ts';
import type { DemoContent } from './catalog/demo-content.ts';
import type { JobRequest } from './jobs.ts';
import type { LiveEvent } from './live/live-event.ts';
import type { LiveHub } from './live/live-hub.ts';
import type { Log } from './log.ts';
import type { FileStore } from './media/file-store.ts';
import type { ShopMemory } from './memory.ts';
import type { PictureEncoder } from './media/picture-encoder.ts';
import type { Mailer } from './messages/mailer.ts';
import type { PixGateway } from './payments/gateway.ts';
import type { ProcessVitals } from './process-vitals.ts';

/** What every function of the shop is handed; wired once in `server/context.ts`, and per test in `test/`. */
export interface ShopContext {
  db: DatabaseHandle['db'];
  /** Opens a transaction. Inside it use the `tx` handed over; a query on `db` there throws. */
  transaction: DatabaseHandle['transaction'];
  /** Makes the codes of new charges (PIX_GATEWAY). What concerns an existing charge goes to its own: `gatewayFor`. */
  gateway: GatewayFacts;
  /** The gateway that a charge was made at, while its settings are there; null without them. */
  gatewayFor(name: string): GatewayFacts | null;
  /** Every process that serves this shop on this machine, this one among them. */
  processes(): Promise<ProcessVitals[]>;
  /** Only with the simulator: pays a charge as a bank app would. false: no such charge. */
  simulator: object | null;
  /** The catalogue in memory, loaded from the database and reloaded when an import was committed. */
  catalog: CatalogSource;
  demo: DemoContent;
  files: Pick<FileStore, 'read'>;
  /** Announces to every process once the transaction commits. */
  publish(executor: Executor, ...events: LiveEvent[]): Promise<void>;
  live: LiveHub;
  /** Starts work that the answer need not wait for; failures are logged, and a stop waits for it. */
  inBackground(name: string, work: () => Promise<unknown>): void;
  now(): Date;
  log: Log;
  settings: ShopSettings;
  memory: ShopMemory;
}

/** What may be known of a gateway without asking it anything. */
type GatewayFacts = Pick<PixGateway, 'name' | 'traits' | 'readWebhook'>;

/**
 * A context that reaches out: asks a provider, has a mail sent, stores a file. A request is handed one only by
 * `shop/limits/allow-outward-call.ts`, for a row of the table of limits (ruling 27); jobs and the boot have their own.
 */
export interface OutwardContext extends ShopContext {
  gateway: PixGateway;
  gatewayFor(name: string): PixGateway | null;
  simulator: { pay(chargeId: string): Promise<boolean> } | null;
  mailer: Mailer;
  files: FileStore;
  /** For what is encoded ahead. What a visitor waits for is encoded here. */
  startPictureEncoder(): PictureEncoder;
  /**
   * Enqueues a background job in the transaction that causes it: both happen or neither. `id` only for one that had
   * that id before.
   */
  enqueue(tx: Tx, job: JobRequest, id?: string): Promise<void>;
}

export interface ShopSettings {
  brandName: string;
  /** Public origin, no trailing slash. */
  appUrl: string;
  supportEmail: string;
  mailFrom: string;
  catalogUrl: string;
  catalogLocale: string;
  /** The pictures of the lists are encoded before anybody asks for them. */
  preparePictures: boolean;
  modifierUrl: string | null;
  tutorialVideoUrl: string | null;
  socialUrl: string | null;
  /** What leaves this machine without encryption: sentences for the operator. */
  unencryptedConnections: string[];
  /** The operator has named the proxies that stand in front (TRUSTED_PROXIES). */
  hasTrustedProxies: boolean;
  /** Opens `/metrics` to other machines. */
  metricsToken: string | null;
  /** How long a PIX code can be paid: 3600 unless the operator says otherwise (spec section 9). */
  chargeTtlSeconds: number;
  /** Staff act as staff only with a second factor. */
  requireStaffSecondFactor: boolean;
  /** 32 bytes for sealing tax ids, derived from AUTH_SECRET. */
  sealingKey: Buffer;
}
