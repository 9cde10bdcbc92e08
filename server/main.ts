import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { readEnv, type Env } from './config/env.ts';
import { createLog } from './config/log.ts';
import { PLACE_VARIABLE } from './workers/worker-messages.ts';

const REQUIRED_NODE = 26;
/** By then the first pages were served, and what they needed is compiled too. */
const KEEP_COMPILED_AFTER_MS = 15_000;
/** What an operator can mend reads as a sentence; by name, because the modules that throw it are loaded later. */
const REFUSALS = ['EnvError', 'DataDirectoryInUse'];

async function main(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < REQUIRED_NODE) {
    throw new Error(
      `Fulgor precisa do Node ${REQUIRED_NODE}; este é o ${process.versions.node}. Use \`npm start\`.`,
    );
  }
  // Beside the build, which replaces it, and moves with it. Where that may not be written, the start just takes longer.
  enableCompileCache({ directory: join(import.meta.dirname, '.compile-cache'), portable: true });
  const env: Env = readEnv(process.env);
  const log = createLog({ level: env.logLevel });
  const isWatched = process.env[PLACE_VARIABLE] !== undefined;
  if (env.workers > 1 && !isWatched) {
    // Only here, so that the process that merely watches the others does not carry the whole shop.
    const { superviseWorkers } = await import('./workers/supervise-workers.ts');
    return superviseWorkers(env.workers, log);
  }

  // Node writes it at the end of a process. One that is killed, or loses its power, has no end.
  setTimeout(flushCompileCache, KEEP_COMPILED_AFTER_MS).unref();
  const { serveShop } = await import('./serve-shop.ts');
  const buildDirectory = join(import.meta.dirname, '..');
  if (isWatched) {
    const { handleSupervisorMessages, workerLog } = await import('./workers/handle-supervisor-messages.ts');
    return handleSupervisorMessages(await serveShop(env, workerLog(log), buildDirectory));
  }
  const shop = await serveShop(env, log, buildDirectory);
  // stdout carries JSON lines only.
  process.stderr.write(shop.notice);
  const stop = () => void shop.stop({ quietMs: 1_000, patienceMs: 10_000, forceMs: 25_000 });
  process.on('SIGINT', stop).on('SIGTERM', stop);
}

try {
  await main();
} catch (error) {
  process.stderr.write(
    `${REFUSALS.includes((error as Error).name) ? (error as Error).message : String((error as Error).stack ?? error)}\n`,
  );
  process.exit(1);
}
