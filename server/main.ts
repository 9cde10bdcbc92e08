import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { readEnv, refuseUnwritableData, type Env } from './config/env.ts';
import { createLog } from './config/log.ts';
import { refuseTakenPort } from './http/refuse-taken-port.ts';
import { writePrivately } from './storage/make-private.ts';
import { decideEnd, FELL } from './workers/decide-end.ts';
import { createStopSwitch } from './workers/stop-switch.ts';
import { watchKeeper } from './workers/watch-keeper.ts';
import { PLACE_VARIABLE } from './workers/worker-messages.ts';

/** Asked at once: of one that was closed nobody can say any more that it was one. */
const hasTerminal = isatty(0);
const REQUIRED_NODE = 26;
/** The answers of others get this long when a bug ends the process. */
const FALLING = { quietMs: 0, patienceMs: 2_000, forceMs: 5_000, code: FELL };
const STOPPING = { quietMs: 1_000, patienceMs: 10_000, forceMs: 25_000 };
/** After this time the first pages were served, and their code is compiled. */
const KEEP_COMPILED_AFTER_MS = 15_000;
/**
 * Errors that an operator can correct are printed as a sentence. They are compared by name, because the modules that
 * throw them are loaded later.
 */
const REFUSALS = ['EnvError', 'DataDirectoryInUse', 'CommandRefused'];

async function main(): Promise<void> {
  writePrivately();
  if (Number(process.versions.node.split('.')[0]) < REQUIRED_NODE) {
    throw new Error(
      `Fulgor precisa do Node ${REQUIRED_NODE}; este é o ${process.versions.node}. Use \`npm start\`.`,
    );
  }
  // The compile cache is beside the build, which replaces and moves it. If that folder is not writable, the start
  // only takes longer.
  enableCompileCache({ directory: join(import.meta.dirname, '.compile-cache'), portable: true });
  const env: Env = readEnv(process.env);
  const log = createLog({ level: env.logLevel });
  const isWatched = process.env[PLACE_VARIABLE] !== undefined;
  // Until the shop is served, an error is a refused start.
  let end = (): void => process.exit(1);
  decideEnd(log, () => end());
  if (!isWatched) {
    refuseUnwritableData(env);
    await refuseTakenPort(env);
  }
  if (env.workers > 1 && !isWatched) {
    // Imported here, so that the supervisor does not load the whole shop.
    const { superviseWorkers } = await import('./workers/supervise-workers.ts');
    const stop = await superviseWorkers(env.workers, log);
    end = () => process.exit(FELL);
    return watchKeeper(stop);
  }

  // Node writes the cache at the end of a process. A killed process has no end.
  setTimeout(flushCompileCache, KEEP_COMPILED_AFTER_MS).unref();
  const asked = createStopSwitch();
  process.on('SIGTERM', asked.stop);
  const { serveShop } = await import('./serve-shop.ts');
  const buildDirectory = join(import.meta.dirname, '..');
  if (isWatched) {
    const { handleSupervisorMessages, ignoreTerminal, workerLog } =
      await import('./workers/handle-supervisor-messages.ts');
    ignoreTerminal();
    const worker = await serveShop(env, workerLog(log), buildDirectory, { onListening: asked.hold });
    end = () => void worker.stop(FALLING);
    asked.serve(() => void worker.stop(STOPPING));
    return handleSupervisorMessages(worker);
  }
  // A closed terminal; from an operator it asks for a rolling restart, which takes several processes.
  const hangUp = () => (hasTerminal ? asked.stop() : log.warn('workers.too_few_to_roll'));
  process.on('SIGINT', asked.stop).on('SIGHUP', hangUp);
  watchKeeper(asked.stop);
  const shop = await serveShop(env, log, buildDirectory, { onListening: asked.hold });
  end = () => void shop.stop(FALLING);
  // stdout carries JSON lines only.
  process.stderr.write(shop.notice);
  asked.serve(() => void shop.stop(STOPPING));
}

try {
  await main();
} catch (error) {
  process.stderr.write(
    `${REFUSALS.includes((error as Error).name) ? (error as Error).message : String((error as Error).stack ?? error)}\n`,
  );
  process.exit(1);
}
