import { join } from 'node:path';
import type { DatabaseHandle } from '#db/client.server.ts';
import { CATALOGS } from '#catalogs/all-catalogs.ts';
import { demoCatalog } from '#demo/demo-catalog.ts';
import { drawSkin } from '#demo/draw-skin.ts';
import { loadCatalogSource } from '#shop/catalog/load-catalog-source.ts';
import type { OutwardContext } from '#shop/context.ts';
import { LIVE_CHANNEL } from '#shop/live/live-event.ts';
import { LiveHub } from '#shop/live/live-hub.ts';
import { publish } from '#shop/live/publish.ts';
import { readAgain } from '#shop/live/read-again.ts';
import type { Log } from '#shop/log.ts';
import { createMemory } from '#shop/memory.ts';
import type { Metrics } from '#shop/metrics/metrics.ts';
import { loadFailingProviders } from '#shop/payments/providers/failing-providers.ts';
import { loadSettings } from '#shop/settings/load-settings.ts';
import { FIRST_VALUES, type SettingValues } from '#shop/settings/setting-table.ts';
import { NO_TRACING, type Tracing } from '#shop/tracing.ts';
import { makeBackupAt } from './backups/make-recorded-backup.ts';
import { createBackground } from './workers/background.ts';
import { createDiskFiles } from './storage/disk-files.ts';
import { createDiskLargeFiles } from './storage/disk-large-files.ts';
import type { Env } from './config/env.ts';
import { findUnencryptedConnections } from './config/find-unencrypted-connections.ts';
import { examineShop } from './doctor/examine-shop.ts';
import { placeOf } from './doctor/place-of.ts';
import { createGateways } from './gateway.ts';
import { createJobRunner, type JobRunner } from './workers/jobs.ts';
import { createMailer } from './mailer.ts';
import { watchMailer } from './metrics/watch-mailer.ts';
import { createOutgoingClient } from './outgoing/create-outgoing-client.ts';
import { createScanner } from './outgoing/create-scanner.ts';
import { createS3Files } from './storage/s3-files.ts';
import { createS3LargeFiles } from './storage/s3-large-files.ts';
import { createVitalsReader } from './workers/read-vitals.ts';
import { deriveSealingKey } from './auth/sealing-key.ts';
import { startPictureEncoder } from './workers/start-picture-encoder.ts';

const RELOAD_MS = 3 * 60_000;

/** Builds the context that every function of the shop gets. */
export async function createShopContext(
  env: Env,
  database: DatabaseHandle,
  log: Log,
  {
    buildDirectory,
    metrics,
    tracing = NO_TRACING,
    stopping,
  }: { buildDirectory: string; metrics: Metrics; tracing?: Tracing; stopping?: AbortSignal },
): Promise<{ shop: OutwardContext; jobs: JobRunner; settled: () => Promise<void> }> {
  const jobs = createJobRunner(database, log, { tracing });
  const { inBackground, settled } = createBackground(log);
  const live = new LiveHub((error) => log.error('live.listener_failed', { error }));
  const now = () => new Date();
  const firstSettings = firstSettingsOf(env);
  const { settings, reload } = await loadSettings(database.db, log, {
    fixed: fixedSettingsOf(env),
    first: firstSettings,
  });
  const catalog = await loadCatalogSource(database.db);
  const { circuits, ...gateways } = await createGateways(env, { now, log, settings, metrics, tracing });
  const memory = createMemory(database.db);
  const mailer = createMailer({
    smtpUrl: env.smtpUrl,
    from: env.mailFrom,
    directory: join(env.dataDir, 'mail'),
    appUrl: env.appUrl,
  });
  const reloadProviders = readAgain(() => loadFailingProviders({ db: database.db, memory }));
  await reloadProviders();
  const reloadSettings = async () => {
    await reload();
    await reloadProviders();
    await catalog.reload();
  };

  const shop: OutwardContext = {
    db: database.db,
    standby: database.standby,
    transaction: database.transaction,
    ...gateways,
    processes: createVitalsReader({ circuits, memory, metrics, database, dataDir: env.dataDir }),
    catalog,
    catalogs: CATALOGS,
    demo: { catalog: demoCatalog, drawSkin },
    mailer: watchMailer(mailer, { metrics, tracing }),
    callOutside: createOutgoingClient({ allow: env.outgoingAllow }),
    scanContent: env.clamav === null ? null : createScanner(env.clamav, { signal: stopping }),
    files: env.s3 ? createS3Files(env.s3) : createDiskFiles(join(env.dataDir, 'files')),
    largeFiles: env.s3 ? createS3LargeFiles(env.s3) : createDiskLargeFiles(join(env.dataDir, 'files')),
    makeBackup:
      env.backupTo === null
        ? null
        : () => makeBackupAt({ env, database, log }, { to: null, key: env.backupKey }),
    examineHealth: () => examineShop(placeOf(env)),
    startPictureEncoder: () => startPictureEncoder(join(buildDirectory, 'server/encode-pictures.js')),
    enqueue: jobs.enqueue,
    publish,
    live,
    inBackground,
    now,
    log,
    metrics,
    tracing,
    memory,
    settings,
    firstSettings,
    reloadSettings,
  };

  await database.listen(
    LIVE_CHANNEL,
    (payload) => live.deliver(payload),
    () => {
      live.announceGap();
      inBackground('reload_settings', reloadSettings);
    },
  );
  live.subscribe('catalog', () => inBackground('reload_catalog', () => catalog.reload()));
  live.subscribe('settings', () => inBackground('reload_settings', reloadSettings));
  live.subscribe('providers', () => inBackground('reload_providers', reloadProviders));
  // Reloads even without a notice: a lost one must leave neither an old catalogue nor an old setting until the next start.
  setInterval(() => inBackground('reload_settings', reloadSettings), RELOAD_MS).unref();
  return { shop, jobs, settled };
}

/** What a setting is until it is saved in the panel. */
function firstSettingsOf(env: Env): SettingValues {
  return {
    ...FIRST_VALUES,
    pixGateways: { order: env.gatewayOrder, paused: [] },
    alertEmails: [],
    brandName: env.brandName,
    supportEmail: env.supportEmail,
    modifierUrl: env.modifierUrl,
    tutorialVideoUrl: env.tutorialVideoUrl,
    socialUrl: env.socialUrl,
  };
}

/** What the environment alone decides. */
function fixedSettingsOf(env: Env) {
  return {
    appUrl: env.appUrl,
    mailFrom: env.mailFrom,
    catalogUrl: env.catalogUrl,
    catalogLocale: env.catalogLocale,
    preparePictures: env.preparePictures,
    unencryptedConnections: findUnencryptedConnections(env).map(({ sentence }) => sentence),
    hasTrustedProxies: env.trustedProxies.length > 0,
    hasMailServer: env.smtpUrl !== null,
    metricsToken: env.metricsToken,
    discordHosts: env.discordHosts,
    outgoingAllow: env.outgoingAllow,
    telegramUrl: env.telegramUrl,
    chargeTtlSeconds: env.chargeTtlSeconds,
    isBackedUpDaily: env.backupTo !== null,
    requireStaffSecondFactor: env.requireStaffSecondFactor,
    sealingKey: deriveSealingKey(env.authSecret),
  };
}
