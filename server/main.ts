import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import type { Server } from 'node:http';
import { openDatabase } from '#db/client.server.ts';
import { migrate } from '#db/migrate.server.ts';
import { ensureCatalog } from '#shop/catalog/ensure-catalog.ts';
import { createApp } from './app.ts';
import { createAuth } from './auth.ts';
import { createShopContext } from './context.ts';
import { EnvError, readEnv, type Env } from './env.ts';
import { ensureFirstAdmin } from './first-admin.ts';
import { createLog } from './log.ts';
import { refuseUnavailable } from './refuse-unavailable.ts';
import { warnOfShortTtl } from './warn-of-short-ttl.ts';
import { checkS3 } from './s3-files.ts';

const REQUIRED_NODE = 26;

async function main(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < REQUIRED_NODE) {
    throw new Error(
      `Fulgor precisa do Node ${REQUIRED_NODE}; este é o ${process.versions.node}. Use \`npm start\`.`,
    );
  }
  const env: Env = readEnv(process.env);
  refuseUnavailable(env);
  const log = createLog({ level: env.logLevel });
  if (env.s3 && !(await checkS3(env.s3))) log.error('files.storage_silent', { endpoint: env.s3.endpoint });
  const database = await openDatabase(
    env.databaseUrl ? { url: env.databaseUrl } : { directory: join(env.dataDir, 'db') },
  );
  const applied = await migrate(database);
  if (applied.length > 0) log.info('database.migrated', { applied });

  const { shop, jobs, settled } = await createShopContext(env, database, log);
  const auth = createAuth(env, database, shop);
  await jobs.prepare();
  await ensureCatalog(shop);
  const firstAdmin = await ensureFirstAdmin(env, database, auth, shop);

  const clientDirectory = join(import.meta.dirname, '..', 'client');
  if (!existsSync(clientDirectory))
    throw new Error(`Falta a parte do navegador em ${clientDirectory}: rode \`npm start\`.`);
  const build = await import('virtual:react-router/server-build');
  const app = createApp({ env, shop, auth, build, clientDirectory });
  const server = serve({
    fetch: app.fetch,
    hostname: env.host,
    port: env.port,
    serverOptions: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
    },
  }) as Server;
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  await jobs.work(shop);

  const shortTtl = warnOfShortTtl(env, shop.gateway, log);
  log.info('shop.started', {
    url: env.appUrl,
    database: database.kind,
    gateway: shop.gateway.name,
    otherGateways: env.otherGateways.map(({ name }) => name),
  });
  announce(env, firstAdmin);
  if (shortTtl) process.stderr.write(`  Atenção: ${shortTtl}\n\n`);

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    log.info('shop.stopping');
    // What still hangs by then would hang for ever; the database recovers from a hard end.
    setTimeout(() => {
      log.error('shop.stop_forced');
      process.exit(1);
    }, 25_000).unref();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    shop.live.announceStop();
    server.closeIdleConnections();
    const patience = setTimeout(() => server.closeAllConnections(), 10_000);
    await closed;
    clearTimeout(patience);
    await jobs.stop();
    await settled();
    await database.close();
    log.info('shop.stopped');
    process.exit(0);
  }
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
}

function announce(env: Env, firstAdmin: { email: string; password: string } | null): void {
  const lines = ['', `  ${env.brandName} está no ar: ${env.appUrl}`];
  if (firstAdmin) {
    lines.push(
      '',
      '  Primeiro acesso da equipe (mostrado só desta vez):',
      `    email: ${firstAdmin.email}`,
      `    senha: ${firstAdmin.password}`,
    );
  }
  // stdout carries JSON lines only.
  process.stderr.write(`${lines.join('\n')}\n\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(
    `${error instanceof EnvError ? error.message : String((error as Error).stack ?? error)}\n`,
  );
  process.exit(1);
}
