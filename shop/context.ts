import type { DatabaseHandle, Executor, Tx } from '#db/client.server.ts';
import type { CatalogProviders } from './catalog/catalog-provider.ts';
import type { CatalogSource } from './catalog/catalog-source.ts';
import type { DemoContent } from './catalog/demo-content.ts';
import type { HealthRow } from './health/finding.ts';
import type { JobRequest } from './jobs.ts';
import type { LiveEvent } from './live/live-event.ts';
import type { LiveHub } from './live/live-hub.ts';
import type { Log } from './log.ts';
import type { FileStore } from './media/file-store.ts';
import type { LargeFileStore } from './media/large-file-store.ts';
import type { ShopMemory } from './memory.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { PictureEncoder } from './media/picture-encoder.ts';
import type { Mailer } from './messages/mailer.ts';
import type { CallOutside } from './outgoing/outgoing-call.ts';
import type { ScanContent } from './outgoing/scan-content.ts';
import type { GatewayProvider, PixGateway } from './payments/gateway.ts';
import type { ProcessVitals } from './process-vitals.ts';
import type { SettingValues } from './settings/setting-table.ts';
import type { Tracing } from './tracing.ts';

/**
 * The first argument of every function of the shop. `server/context.ts` builds it once; tests build theirs in
 * `test/`.
 */
export interface ShopContext {
  db: DatabaseHandle['db'];
  /** Only for `fromStandby`: what is read here may be a second old. */
  standby: DatabaseHandle['standby'];
  /** Opens a transaction. Use the `tx` that it passes; a query on `db` inside throws. */
  transaction: DatabaseHandle['transaction'];
  /**
   * Creates new charges (PIX_GATEWAY). For an existing charge use `gatewayFor`, which returns the gateway that made
   * it.
   */
  gateway: GatewayFacts;
  /** The gateway that made a charge, or null if its settings are missing. */
  gatewayFor(name: string): GatewayFacts | null;
  /** Every provider that the shop knows, set up or not. */
  providers: readonly Pick<GatewayProvider, 'name' | 'label' | 'spoken' | 'companyBase'>[];
  /** Every process of this shop on this machine, this one included. */
  processes(): Promise<ProcessVitals[]>;
  /** Only with the simulator: what a payer's bank does. `pay`: false if the charge does not exist. */
  simulator: object | null;
  /** The catalogue in memory, read from the database and read again after each committed import. */
  catalog: CatalogSource;
  demo: DemoContent;
  files: Pick<FileStore, 'read'>;
  /** The files that staff put into the shop. */
  largeFiles: Pick<LargeFileStore, 'open' | 'address' | 'size'>;
  /** Tells every process when the transaction commits. */
  publish(executor: Executor, ...events: LiveEvent[]): Promise<void>;
  live: LiveHub;
  /** Starts work that the answer does not wait for. Failures are logged, and a stop waits for the work. */
  inBackground(name: string, work: () => Promise<unknown>): void;
  now(): Date;
  log: Log;
  /** What this process measures, for `/metrics`. */
  metrics: Metrics;
  tracing: Tracing;
  /** One object for the life of the process. What staff set in the panel is written into it. */
  settings: ShopSettings;
  /** What a setting is until it is saved in the panel. */
  firstSettings: SettingValues;
  /** Reads the settings again, and the prices of the catalogue with them. */
  reloadSettings(): Promise<void>;
  memory: ShopMemory;
  /** Only in a call of a program's key, or for it: its name, and whether the log has a line of the call already. */
  program?: { keyId: string; name: string; isNoted: boolean };
}

/** What the shop knows about a gateway without a network call. */
type GatewayFacts = Pick<PixGateway, 'name' | 'traits' | 'readWebhook'>;

/**
 * A context with outward calls: it asks a provider, enqueues a mail, stores a file. A request gets one only from
 * `shop/limits/allow-outward-call.ts`, for a row of the table of outward calls. Jobs and the boot have
 * their own.
 */
export interface OutwardContext extends ShopContext {
  gateway: PixGateway;
  gatewayFor(name: string): PixGateway | null;
  simulator: {
    pay(chargeId: string): Promise<boolean>;
    /** The payer's bank opens a dispute, or decides it. `refused`: not in this state of the charge. */
    dispute(chargeId: string, step: 'open' | 'won' | 'lost'): Promise<'done' | 'refused' | 'not_found'>;
  } | null;
  /** Where goods come from. */
  catalogs: CatalogProviders;
  mailer: Mailer;
  /** The only way to an address that a person entered. */
  callOutside: CallOutside;
  /** The operator's virus scanner. null: there is none (CLAMAV). */
  scanContent: ScanContent | null;
  files: FileStore;
  largeFiles: LargeFileStore;
  /** Makes the daily backup and writes down what came of it. null: none is wanted (BACKUP_TO). */
  makeBackup: (() => Promise<unknown>) | null;
  /** Looks at each part of the shop, as `npm run doctor` does. Some ten seconds at most. */
  examineHealth(): Promise<HealthRow[]>;
  /** For pictures that are encoded ahead. A picture that a visitor waits for is encoded in this process. */
  startPictureEncoder(): PictureEncoder;
  /**
   * Enqueues a background job in the transaction that causes it: both happen or neither. Pass `id` only for a job
   * that had that id before.
   */
  enqueue(tx: Tx, job: JobRequest, id?: string): Promise<void>;
}

/** The operator's settings, of the environment, and those of the panel (`shop/settings/setting-table.ts`). */
export interface ShopSettings extends SettingValues {
  /** Counts the changes that this process has seen. A page that is kept belongs to one. */
  revision: number;
  /** Public origin, no trailing slash. */
  appUrl: string;
  mailFrom: string;
  catalogUrl: string;
  catalogLocale: string;
  /** Encode the pictures of the lists before anybody asks for them. */
  preparePictures: boolean;
  /** Connections that leave this machine without encryption, as sentences for the operator. */
  unencryptedConnections: string[];
  /** The operator has named the proxies in front of the shop (TRUSTED_PROXIES). */
  hasTrustedProxies: boolean;
  /** Where a Discord channel may lead: hosts, or `host:port`. */
  discordHosts: string[];
  /** `host:port` of single local targets (OUTGOING_ALLOW). */
  outgoingAllow: readonly string[];
  telegramUrl: string;
  /** SMTP_URL is set. Without it a mail is a file in DATA_DIR/mail. */
  hasMailServer: boolean;
  /** Allows `/metrics` to other machines. */
  metricsToken: string | null;
  /** The lifetime of a PIX code: 3600 unless the operator sets another. */
  chargeTtlSeconds: number;
  /** BACKUP_TO is set: a backup is made each night. */
  isBackedUpDaily: boolean;
  /** Staff need a second factor to act as staff. */
  requireStaffSecondFactor: boolean;
  /** The key, 32 bytes, that encrypts tax ids and secret settings, derived from AUTH_SECRET. */
  sealingKey: Buffer;
}
