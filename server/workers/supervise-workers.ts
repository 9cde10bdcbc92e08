import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Log } from '#shop/log.ts';
import { createVitalsCollector } from './read-vitals.ts';
import { PLACE_VARIABLE, type FromWorker, type ToWorker } from './worker-messages.ts';

/** Asked at once: of one that was closed nobody can say any more that it was one. */
const hasTerminal = isatty(0);
/** A first start may import the whole catalogue. */
const READY_WITHIN_MS = 90_000;
/** A process that ends earlier than this after its start is replaced with growing pauses. */
const LASTED_MS = 30_000;
const LONGEST_PAUSE_MS = 30_000;
/** A little longer than the time after which a process ends itself. */
const KILL_AFTER_MS = 27_000;

interface Place {
  number: number;
  worker: Worker | null;
  /** How many processes in a row ended too early. */
  quickEnds: number;
  isChanging: boolean;
}

const emptyPlace = (number: number): Place => ({ number, worker: null, quickEnds: 0, isChanging: false });

function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

/**
 * Keeps `count` processes serving on one address. It alone listens and gives each new connection to the next process,
 * so that none is lost when a process ends. It never uses the database.
 * @returns what stops them, once all serve
 */
export async function superviseWorkers(count: number, log: Log): Promise<() => void> {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const places = Array.from({ length: count }, (_, index) => emptyPlace(index + 1));
  let notice = '';
  let isStopping = false;
  let isRolling = false;

  const hearVitals = shareVitals(places);

  /** Rejects if the process ends before it serves; the process has logged the reason. */
  function launch(place: Place): Promise<Worker> {
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const worker = fork(place.number, (message) => {
        void hearVitals(worker, message);
        if (message.type !== 'ready') return;
        ({ notice } = message);
        place.worker = worker;
        resolve(worker);
      });
      worker.once('exit', (code, signal) => {
        reject(new Error(`Worker ${place.number} ended before it served (${signal ?? code}).`));
        place.quickEnds = performance.now() - startedAt < LASTED_MS ? place.quickEnds + 1 : 0;
        if (place.worker !== worker) return;
        place.worker = null;
        if (isStopping) return;
        log.error('worker.ended', { worker: place.number, pid: worker.process.pid, code, signal });
        if (!place.isChanging) void fill(place);
      });
    });
  }

  async function fill(place: Place): Promise<void> {
    place.isChanging = true;
    for (;;) {
      if (place.quickEnds > 1) await sleep(Math.min(LONGEST_PAUSE_MS, 500 * 2 ** (place.quickEnds - 1)));
      if (isStopping || place.worker) break;
      try {
        const worker = await launch(place);
        log.info('worker.replaced', { worker: place.number, pid: worker.process.pid });
      } catch (error) {
        if (!isStopping) log.error('worker.start_failed', { worker: place.number, error });
      }
    }
    place.isChanging = false;
  }

  /** Replaces every process with a new one, which serves before the old one stops. */
  async function roll(): Promise<void> {
    if (isRolling || isStopping) return;
    isRolling = true;
    log.info('workers.rolling', { count });
    for (const place of places) {
      if (isStopping || place.isChanging) continue;
      const old = place.worker;
      place.isChanging = true;
      try {
        const worker = await launch(place);
        place.quickEnds = 0;
        log.info('worker.replaced', { worker: place.number, pid: worker.process.pid });
        if (old) tell(old, { type: 'retire' });
      } catch (error) {
        // If one new process does not start, the next would not start either: the old ones continue.
        log.error('workers.roll_failed', { worker: place.number, error });
        break;
      } finally {
        place.isChanging = false;
        if (!place.worker) void fill(place);
      }
    }
    isRolling = false;
    log.info('workers.rolled');
  }

  function stop(): void {
    if (isStopping) return;
    isStopping = true;
    log.info('shop.stopping', { count });
    void endWorkers(log);
  }

  process.on('SIGINT', stop).on('SIGTERM', stop);
  // A closed terminal sends the same signal as an operator who wants a rolling restart.
  process.on('SIGHUP', () => (hasTerminal ? stop() : void roll()));

  const [first, ...others] = places;
  try {
    // The first process migrates, makes the first admin and imports the catalogue; the others find it done.
    if (first) await launch(first);
  } catch {
    if (!isStopping) process.exit(1);
    return stop;
  }
  await Promise.all(others.map((place) => launch(place).catch(() => fill(place))));
  log.info('workers.started', { count, pids: places.map(({ worker }) => worker?.process.pid) });
  process.stderr.write(notice);
  return stop;
}

/** Begins a process, and ends it if it does not serve in time. */
function fork(place: number, hear: (message: FromWorker) => void): Worker {
  const worker = cluster.fork({ [PLACE_VARIABLE]: String(place) });
  const patience = setTimeout(() => worker.process.kill('SIGKILL'), READY_WITHIN_MS);
  // A message to a process that just ended fails. That is no reason to end the supervisor.
  worker.on('error', () => {}).on('exit', () => clearTimeout(patience));
  return worker.on('message', (message: FromWorker) => {
    if (message.type === 'ready' || message.type === 'step') clearTimeout(patience);
    hear(message);
  });
}

/** Tells the processes each other's vitals. */
function shareVitals(places: readonly Place[]) {
  const vitals = createVitalsCollector(() =>
    places.flatMap(({ worker }) => (worker ? (message: ToWorker) => tell(worker, message) : [])),
  );
  return async (worker: Worker, message: FromWorker): Promise<void> => {
    vitals.note(message);
    if (message.type !== 'ask-vitals') return;
    tell(worker, { type: 'all-vitals', asked: message.asked, vitals: await vitals.collect() });
  };
}

/** Ends every process, and then this one: with 0 if each ended as it was asked to. */
async function endWorkers(log: Log): Promise<never> {
  const living = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const ends = living.map(
    (worker) =>
      new Promise<boolean>((resolve) =>
        worker.once('exit', (code, signal) => resolve(code === 0 || signal === 'SIGTERM')),
      ),
  );
  for (const worker of living) worker.process.kill('SIGTERM');
  setTimeout(() => {
    for (const worker of living) worker.process.kill('SIGKILL');
  }, KILL_AFTER_MS).unref();
  const areClean = await Promise.all(ends);
  log.info('shop.stopped');
  process.exit(areClean.includes(false) ? 1 : 0);
}
