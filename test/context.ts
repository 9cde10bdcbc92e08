import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CATALOGS } from '#catalogs/all-catalogs.ts';
import { demoCatalog } from '#demo/demo-catalog.ts';
import { drawSkin } from '#demo/draw-skin.ts';
import { GATEWAYS } from '#gateways/all-gateways.ts';
import { createSimulator } from '#gateways/simulator/create-simulator.ts';
import { createBackground } from '#server/workers/background.ts';
import { createDiskFiles } from '#server/storage/disk-files.ts';
import { createDiskLargeFiles } from '#server/storage/disk-large-files.ts';
import { payButton } from '#server/gateway.ts';
import { watchDatabase } from '#server/metrics/watch-database.ts';
import { watchGateway } from '#server/metrics/watch-gateway.ts';
import { watchMailer } from '#server/metrics/watch-mailer.ts';
import { createOutgoingClient } from '#server/outgoing/create-outgoing-client.ts';
import type { StartedTracing } from '#server/tracing/started-tracing.ts';
import { createJobRunner } from '#server/workers/jobs.ts';
import { createVitalsReader } from '#server/workers/read-vitals.ts';
import { forgetFiles } from '#server/storage/forget-files.ts';
import { startPictureEncoder } from '#server/workers/start-picture-encoder.ts';
import { importDemoCatalog } from '#shop/catalog/import/import-demo-catalog.ts';
import { loadCatalogSource } from '#shop/catalog/load-catalog-source.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { JobRequest } from '#shop/jobs.ts';
import { LIVE_CHANNEL, type LiveEvent } from '#shop/live/live-event.ts';
import { LiveHub } from '#shop/live/live-hub.ts';
import { publish } from '#shop/live/publish.ts';
import type { Log } from '#shop/log.ts';
import { createMemory } from '#shop/memory.ts';
import { Metrics } from '#shop/metrics/metrics.ts';
import type { FileStore } from '#shop/media/file-store.ts';
import type { Mail } from '#shop/messages/mailer.ts';
import type { PixGateway } from '#shop/payments/gateway.ts';
import { loadSettings } from '#shop/settings/load-settings.ts';
import { FIRST_VALUES, type SettingValues } from '#shop/settings/setting-table.ts';
import { NO_TRACING } from '#shop/tracing.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** Of a listener that throws: the test fails. */
const fail = (error: unknown) => {
  throw error;
};

export type Simulator = ReturnType<typeof createSimulator>;

export interface TestContext {
  ctx: OutwardContext;
  simulator: Simulator;
  /** Moves the shop's clock forward. */
  passSeconds(seconds: number): void;
  /** From here on only `passSeconds` moves it: for tests that count seconds, however slow the machine is. */
  stopClock(): void;
  /** Address of the PostgreSQL under test; null on the embedded database. */
  url: string | null;
  mails: Mail[];
  /** Where its files would lie, as DATA_DIR. */
  directory: string;
  /**
   * Every live event published so far, oldest first. Announcements are heard in the order of their commits, so one
   * more is made and waited for: what is not in the answer was never said.
   */
  events(): Promise<LiveEvent[]>;
  /** Empties mails, events and log lines: for the next test on the same context. */
  forget(): Promise<void>;
  logLines: { level: string; event: string; fields?: Readonly<Record<string, unknown>> }[];
  /** Waits for all work started with `inBackground`. */
  settled(): Promise<void>;
  /** What the transactions of this context enqueued and committed, oldest first. */
  jobs(): Promise<JobRequest[]>;
  /** Works them, as the elected process does; an empty queue is not looked at again within the test. */
  work(): Promise<void>;
  createUser(name?: string): Promise<string>;
  close(): Promise<void>;
}

const FIRST_SETTINGS: SettingValues = {
  ...FIRST_VALUES,
  alertEmails: [],
  brandName: 'Fulgor',
  supportEmail: 'suporte@localhost',
  modifierUrl: null,
  tutorialVideoUrl: null,
  socialUrl: null,
};
const FIXED_SETTINGS = {
  appUrl: 'http://localhost:3000',
  mailFrom: 'loja@localhost',
  catalogUrl: 'http://127.0.0.1:9',
  catalogLocale: 'pt_BR',
  preparePictures: false,
  unencryptedConnections: [],
  hasTrustedProxies: false,
  hasMailServer: true,
  metricsToken: null,
  chargeTtlSeconds: 3600,
  isBackedUpDaily: false,
  requireStaffSecondFactor: false,
  sealingKey: Buffer.alloc(32, 7),
};

/** With a normal priority: with its own, the lowest, it would get no time beside the other tests. */
const ENCODER = resolve(import.meta.dirname, '../server/workers/encode-pictures.ts');
const LAST_WORD = 'access:last-word-';

/** The shop on a real database with the demonstration catalogue; only clock, mail and log are the test's. */
export async function createTestContext(
  options: {
    gateway?: (clock: () => Date, simulator: Simulator) => PixGateway;
    /** Set up beside the chosen one and the simulator, as after a change of PIX_GATEWAY. */
    otherGateways?: PixGateway[];
    files?: FileStore;
    /** `host:port` of servers of the test that addresses entered by people may lead to. */
    outgoingAllow?: string[];
    tracing?: StartedTracing;
    /** A migrated one of the test's own, which `close` closes. */
    database?: TestDatabase;
  } = {},
): Promise<TestContext> {
  const tracing = options.tracing?.tracing ?? NO_TRACING;
  const metrics = new Metrics();
  const watch = watchDatabase(metrics);
  const database =
    options.database ?? (await createTestDatabase(options.tracing?.watchDatabase(watch) ?? watch));
  const directory = mkdtempSync(join(tmpdir(), 'fulgor-test-'));
  let offsetMs = 0;
  let stoppedAt: number | null = null;
  const now = () => new Date((stoppedAt ?? Date.now()) + offsetMs);
  const mails: Mail[] = [];
  const events: LiveEvent[] = [];
  const logLines: TestContext['logLines'] = [];
  const log = recordingLog(logLines);
  const { inBackground, settled } = createBackground(log);
  const runner = createJobRunner(database, log, { pollSeconds: 3600, tracing });
  await runner.prepare();
  const live = new LiveHub(fail);
  const simulator = createSimulator({
    directory: join(directory, 'simulator'),
    merchantName: 'Fulgor',
    merchantCity: 'SAO PAULO',
    now,
  });

  const given = options.gateway?.(now, simulator) ?? simulator;
  // Tests change the one that they give, so it is handed on as it is.
  const gateway = tracing.isOn ? watchGateway(given, { metrics, tracing }) : given;
  const gateways = [gateway, ...(options.otherGateways ?? []), simulator];

  const fixed = {
    ...FIXED_SETTINGS,
    discordHosts: ['discord.com', ...(options.outgoingAllow ?? [])],
    outgoingAllow: options.outgoingAllow ?? [],
    telegramUrl: `http://${options.outgoingAllow?.[0] ?? '127.0.0.1:9'}`,
  };
  const { settings, reload } = await loadSettings(database.db, log, {
    fixed,
    first: FIRST_SETTINGS,
  });
  const catalog = await loadCatalogSource(database.db);
  const reloadSettings = async () => {
    await reload();
    await catalog.reload();
  };
  const memory = createMemory(database.db);
  const ctx: OutwardContext = {
    db: database.db,
    standby: database.standby,
    transaction: database.transaction,
    gateway,
    providers: GATEWAYS,
    gatewayFor: (name) => gateways.find((candidate) => candidate.name === name) ?? null,
    processes: createVitalsReader({
      circuits: () => [{ gateway: gateway.name, isOpen: false, failures: 0, turnedAway: 0 }],
      memory,
      metrics,
      database,
      dataDir: directory,
    }),
    simulator: payButton(simulator),
    catalog,
    catalogs: CATALOGS,
    demo: { catalog: demoCatalog, drawSkin },
    metrics,
    mailer: watchMailer(
      {
        send: async (mail) => void mails.push(mail),
        forget: (before, atMost) =>
          forgetFiles({ directory: join(directory, 'mail'), endings: ['.eml'] }, before, atMost),
      },
      { metrics, tracing },
    ),
    callOutside: createOutgoingClient({ allow: options.outgoingAllow ?? [] }),
    scanContent: null,
    files: options.files ?? createDiskFiles(join(directory, 'files')),
    largeFiles: createDiskLargeFiles(join(directory, 'files')),
    makeBackup: null,
    examineHealth: async () => [],
    startPictureEncoder: () => startPictureEncoder(ENCODER, { priority: 0 }),
    enqueue: runner.enqueue,
    publish,
    live,
    inBackground,
    now,
    log,
    tracing,
    memory,
    settings,
    firstSettings: FIRST_SETTINGS,
    reloadSettings,
  };
  await importDemoCatalog(ctx);
  await catalog.reload();
  await database.listen(
    LIVE_CHANNEL,
    (payload) => {
      events.push(JSON.parse(payload) as LiveEvent);
      live.deliver(payload);
    },
    () => live.announceGap(),
  );

  return {
    ctx,
    simulator,
    url: database.url,
    mails,
    directory,
    async events() {
      await settled();
      const topic = `${LAST_WORD}${randomUUID()}` as const;
      const heard = new Promise<void>((resolve) => {
        const forget = live.subscribe(topic, () => {
          forget();
          resolve();
        });
      });
      await publish(database.db, { topic, event: 'changed', data: {} });
      await heard;
      return events.filter((event) => !event.topic.startsWith(LAST_WORD));
    },
    async forget(this: TestContext) {
      await this.events();
      for (const list of [mails, events, logLines]) list.length = 0;
    },
    logLines,
    settled,
    passSeconds: (seconds) => void (offsetMs += seconds * 1000),
    stopClock: () => void (stoppedAt ??= Date.now()),
    async jobs() {
      const { rows } = await database.executeSql(
        `select name, data from jobs.job where name not like '\\_\\_%' order by created_on, id`,
      );
      return rows as JobRequest[];
    },
    work: () => runner.work(ctx),
    async createUser(name = 'Bruna Teste') {
      const id = randomUUID();
      await database.db
        .insertInto('users')
        .values({ id, name, email: `${id}@exemplo.com`, image: null })
        .execute();
      return id;
    },
    async close() {
      await settled();
      await runner.stop();
      await database.close();
      // A simulator may still be writing what nobody waits for.
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function recordingLog(lines: TestContext['logLines']): Log {
  const write = (level: string) => (event: string, fields?: Readonly<Record<string, unknown>>) =>
    void lines.push({ level, event, ...(fields ? { fields } : {}) });
  const log: Log = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: () => log,
  };
  return log;
}
