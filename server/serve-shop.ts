import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { ServerBuild } from 'react-router';
import { readFigures } from '#app/endpoints/http/read-figures.ts';
import { openDatabase } from '#db/client.server.ts';
import { bringForward } from './bring-forward.ts';
import { ensureCatalog } from '#shop/catalog/import/ensure-catalog.ts';
import type { OutwardContext, ShopSettings } from '#shop/context.ts';
import type { Log } from '#shop/log.ts';
import { Metrics } from '#shop/metrics/metrics.ts';
import { createApp } from './app.ts';
import { answerBackupRequests } from './backups/answer-requests.ts';
import { makeBackupAt } from './backups/make-recorded-backup.ts';
import { exportToFolder } from './leaving/export-to-folder.ts';
import { createAuthEdge } from './auth/auth-edge.ts';
import { createAuth, type Auth } from './auth/auth.ts';
import { createShopContext } from './context.ts';
import { prepareDrain, type DrainLimits } from './workers/drain-server.ts';
import type { Env } from './config/env.ts';
import {
  findUnencryptedConnections,
  warnOfUnencryptedConnections,
} from './config/find-unencrypted-connections.ts';
import { ensureFirstAdmin } from './auth/first-admin.ts';
import { isLongBody } from './http/body-limits.ts';
import { limitBodyTime, LONGEST_REQUEST_MS } from './http/limit-body-time.ts';
import { scopeRequests } from './http/scope-requests.ts';
import { sendFileBodies } from './http/send-file-bodies.ts';
import { watchDatabase } from './metrics/watch-database.ts';
import { watchEventLoop } from './metrics/watch-event-loop.ts';
import { createCachedPages, serveCachedPagesFirst } from './pages/cached-pages.ts';
import { resealSecrets, warnOfUnreadable } from './auth/reseal-secrets.ts';
import { createScreens } from './pages/screens.ts';
import { locateDatabase } from './config/locate-database.ts';
import { refuseUnreachableDatabase } from './config/refuse-unreachable-database.ts';
import { warnOfLocalAddress } from './config/warn-of-local-address.ts';
import { warnOfProxy } from './config/warn-of-proxy.ts';
import { warnOfShortTtl } from './config/warn-of-short-ttl.ts';
import { makePrivate } from './storage/make-private.ts';
import { checkS3 } from './storage/s3-files.ts';
import { startTracing } from './tracing/start-tracing.ts';
import { PLACE_VARIABLE, tellSupervisor } from './workers/worker-messages.ts';

const FIRST_PLACES = [undefined, '1'];

export interface ServedShop {
  /** A text for the person who started the shop. */
  notice: string;
  /** Finishes current work and ends the process with `code`; after `forceMs` it gives up work that hangs. */
  stop(limits: DrainLimits & { forceMs: number; code?: number }): Promise<void>;
}

/** The screens from their sources instead of a build (`npm run dev`). */
export interface Sources {
  /** Serves browser files, and passes everything else to `next`. */
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** The current build of React Router. */
  loadBuild: () => Promise<ServerBuild>;
}

/**
 * Starts one process that serves the shop: the only one, or one of several (docs/decisions/processes.md).
 * `onListening`: requests are answered from now on, while the start goes on.
 */
export async function serveShop(
  env: Env,
  log: Log,
  buildDirectory: string,
  { sources, onListening }: { sources?: Sources; onListening?: () => void },
): Promise<ServedShop> {
  // Loaded while the database opens: each of them spends half of its time waiting for something else.
  const loading = sources ? sources.loadBuild() : import('virtual:react-router/server-build');
  loading.catch(() => {});
  const tracing = await startTracing(env.tracing, log);
  if (env.s3 && !(await checkS3(env.s3))) log.error('files.storage_silent', { endpoint: env.s3.endpoint });
  const metrics = new Metrics();
  watchEventLoop(metrics);
  const database = await openDatabase(
    locateDatabase(env, { template: join(buildDirectory, 'server', 'database') }),
    tracing.watchDatabase(watchDatabase(metrics)),
  );
  await refuseUnreachableDatabase(env, database);
  const applied = await bringForward(env, database, log);
  if (applied.length > 0) log.info('database.migrated', { applied });
  makePrivate(env.dataDir, log);

  // Of a large shop it takes longer than a process may take to serve.
  if (env.previousAuthSecret !== null) tellSupervisor({ type: 'step' });
  const resealed = await resealSecrets(database, env, log);
  /** Aborted when a stop has waited for the answers: what is silent is waited for no longer. */
  const answered = new AbortController();
  const { shop, jobs, settled } = await createShopContext(env, database, log, {
    buildDirectory,
    metrics,
    tracing: tracing.tracing,
    stopping: answered.signal,
  });
  const auth = createAuth(env, database, shop);
  await jobs.prepare();
  await ensureCatalog(shop);
  const firstAdmin = await ensureFirstAdmin(env, database, auth, shop);

  const build = sources?.loadBuild ?? (await loading);
  onListening?.();
  const drain = await listen(env, log, createListener({ env, shop, auth, build, buildDirectory, sources }));
  await jobs.work(shop);
  // One of several processes tells the figures of all.
  if (FIRST_PLACES.includes(process.env[PLACE_VARIABLE])) tracing.exportFigures(() => readFigures(shop));
  const backups =
    database.kind === 'embedded'
      ? await answerBackupRequests(
          env.dataDir,
          (asked) =>
            'exportTo' in asked
              ? exportToFolder(database.db, asked.exportTo)
              : makeBackupAt({ env, database, log }, asked),
          log,
        )
      : null;

  const warnings = [
    warnOfShortTtl(env, shop.gateway, log),
    warnOfUnreadable(resealed),
    firstAdmin.warning,
    warnOfLocalAddress(env, log),
    warnOfProxy(env, log),
    ...warnOfUnencryptedConnections(findUnencryptedConnections(env), log),
  ];
  log.info('shop.started', {
    url: env.appUrl,
    database: database.kind,
    gateway: shop.gateway.name,
    otherGateways: env.otherGateways.map(({ name }) => name),
  });

  let stopping = false;
  return {
    notice:
      announce(shop.settings, firstAdmin.made) +
      warnings.map((warning) => (warning ? `  Atenção: ${warning}\n\n` : '')).join(''),
    async stop({ forceMs, code = 0, ...limits }) {
      if (stopping) return;
      stopping = true;
      log.info('shop.stopping');
      // Work that hangs now would hang for ever; the database recovers from a hard end.
      setTimeout(() => {
        log.error('shop.stop_forced');
        process.exit(code || 1);
      }, forceMs).unref();
      try {
        shop.live.announceStop();
        // Another process may take the jobs over while this one finishes its answers.
        backups?.close();
        await Promise.all([drain(limits), jobs.rest()]);
        answered.abort();
        await settled();
        await jobs.stop();
        // The last figures are read from the database.
        await tracing.stop();
        await database.close();
      } catch (error) {
        log.error('shop.stop_failed', { error });
        process.exit(code || 1);
      }
      log.info('shop.stopped');
      process.exit(code);
    },
  };
}

/** From a request to its answer. */
function createListener({ env, shop, auth, build, buildDirectory, sources }: Parts): RequestListener {
  const clientDirectory = sources ? 'public' : join(buildDirectory, 'client');
  if (!existsSync(clientDirectory))
    throw new Error(`Falta a parte do navegador em ${clientDirectory}: rode \`npm start\`.`);
  const edge = createAuthEdge({ auth, shop });
  const screens = createScreens({ shop, auth, edge, build, appUrl: env.appUrl });
  const app = createApp({ env, shop, edge, screens, clientDirectory });
  const pages = createCachedPages(shop, screens, env.appUrl);
  const answer = sendFileBodies(sources ? withoutPolicy(app) : app.fetch, shop.log);
  const listener = getRequestListener((request, bindings) => answer(request, bindings as HttpBindings), {
    hostname: env.host,
  });
  return sources
    ? (...asked) => sources.middleware(...asked, () => void listener(...asked))
    : serveCachedPagesFirst(pages, listener);
}

interface Parts {
  env: Env;
  shop: OutwardContext;
  auth: Auth;
  build: ServerBuild | Sources['loadBuild'];
  buildDirectory: string;
  sources: Sources | undefined;
}

/** @returns what closes the address and waits for the answers that are under way. */
async function listen({ host, port }: Env, log: Log, listener: RequestListener) {
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      requestTimeout: LONGEST_REQUEST_MS,
      // Node checks these time limits this often; its default of half a minute would more than double them.
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 65_000,
    },
    listener,
  );
  scopeRequests(server, log);
  const drain = prepareDrain(server);
  limitBodyTime(server, isLongBody);
  server.listen(port, host);
  await once(server, 'listening');
  // The system could not hand over one connection; the others go on.
  server.on('error', (error) => log.error('server.accept_failed', { error }));
  return drain;
}

/** Vite writes styles into the page, which the shop's policy refuses. */
function withoutPolicy(app: ReturnType<typeof createApp>): typeof app.fetch {
  const answer = app.fetch;
  return async (...asked) => {
    const response = await answer(...asked);
    response.headers.delete('Content-Security-Policy');
    return response;
  };
}

function announce(
  { brandName, appUrl }: ShopSettings,
  firstAdmin: { email: string; password: string } | null,
): string {
  const access = firstAdmin
    ? `
  Primeiro acesso da equipe (mostrado só desta vez):
    email: ${firstAdmin.email}
    senha: ${firstAdmin.password}
`
    : '';
  return `\n  ${brandName} está no ar: ${appUrl}\n${access}\n`;
}
