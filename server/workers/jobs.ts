import { randomUUID } from 'node:crypto';
import {
  fromKysely,
  PgBoss,
  type JobWithMetadata,
  type ConstructorOptions,
  type Db as BossDatabase,
  type QueueResult,
} from 'pg-boss';
import type { DatabaseHandle } from '#db/client.server.ts';
import type { Candidate, Duties } from '#db/elect-leader.server.ts';
import { jobs } from '#jobs/all-jobs.ts';
import type { Job } from '#jobs/job.ts';
import type { OutwardContext } from '#shop/context.ts';
import { countRetries, type RetryPolicy } from '#shop/retry-policy.ts';
import type { Log } from '#shop/log.ts';
import { NO_TRACING, type Tracing } from '#shop/tracing.ts';
import { limitConcurrency } from './limit-concurrency.ts';

/** Any constant works, if every process of the shop uses the same one. */
const RUNNER_LOCK = 7_305_410_113;
const JOB_CONNECTIONS = 2;
const STOP_MS = 10_000;

export interface JobRunner {
  enqueue: OutwardContext['enqueue'];
  /** Creates the queues, so that sending works from the first request on. */
  prepare(): Promise<void>;
  /** From now on this process runs the jobs, if no other process of the database does. */
  work(ctx: OutwardContext): Promise<void>;
  /** Hands the jobs over to another process; sending still works. */
  rest(): Promise<void>;
  stop(): Promise<void>;
}

/** On the embedded database a new job wakes its queue. Only retries wait for a look. */
const WOKEN_POLL_SECONDS = 5;
/** Nobody waits for a job with a schedule, and the clock itself is looked at no more often. */
const SCHEDULED_POLL_SECONDS = 5;

/**
 * pg-boss over the shop's own connections, the same for the embedded database and a server. `pollSeconds`: the pause
 * between looks at an empty queue that nothing wakes; waiting jobs run without a pause.
 */
export function createJobRunner(
  database: DatabaseHandle,
  log: Log,
  { pollSeconds = 1, tracing = NO_TRACING }: { pollSeconds?: number; tracing?: Tracing } = {},
): JobRunner {
  // A look costs the embedded database a millisecond of this process, and fifteen queues wait. On a server, listening
  // would take one more connection.
  const isWoken = database.kind === 'embedded';
  // About fifteen queues are polled at the same moment at the start, and half of them every second. Without this limit
  // each one would open a connection.
  const db: BossDatabase = {
    executeSql: limitConcurrency(JOB_CONNECTIONS, (text: string, values?: unknown[]) =>
      database.executeSql(text, values),
    ),
    listen: async (...listening) => ({ close: await database.listen(...listening) }),
  };
  function createBoss(options: ConstructorOptions): PgBoss {
    const boss = new PgBoss({
      db,
      schema: 'jobs',
      ...(database.kind === 'embedded' ? { backend: 'pglite' as const } : {}),
      ...options,
    });
    boss.on('error', (error) => log.error('jobs.failed', { error }));
    return boss;
  }
  const sender = createBoss({ supervise: false, schedule: false });
  let candidate: Candidate | null = null;

  /** Only one process of a database runs this at a time (docs/decisions/processes.md). */
  function duties(ctx: OutwardContext): Duties {
    let worker: PgBoss | null = null;
    let leaving = new AbortController();
    let loops: Loop[] = [];
    return {
      async start() {
        log.info('jobs.elected');
        leaving = new AbortController();
        const { signal } = leaving;
        // The sender has made the tables. `migrate: false` would refuse those of a later release, which a shop may go
        // back from.
        worker = createBoss({
          useListenNotify: isWoken,
          cronMonitorIntervalSeconds: 15,
          cronWorkerIntervalSeconds: SCHEDULED_POLL_SECONDS,
          // No job of ours waits for another one, which pg-boss would look for every 5 seconds.
          flowIntervalSeconds: 3600,
        });
        await worker.start();
        await takeOver(worker, database);
        await forgetSchedules(worker);
        for (const job of jobs) {
          if (job.everySeconds) {
            loops.push(repeat(job, ctx, job.everySeconds, signal));
            continue;
          }
          if (job.schedule)
            await worker.schedule(job.name, job.schedule, null, { missed: job.isMadeUp ? 'once' : 'skip' });
          await workOn(worker, job, { ctx, tracing, pollSeconds, signal });
        }
      },
      async stop() {
        log.info('jobs.leaving');
        leaving.abort();
        await Promise.all([
          worker?.stop({ graceful: true, timeout: STOP_MS }),
          ...loops.map((loop) => loop.stop()),
        ]);
        worker = null;
        loops = [];
      },
    };
  }

  return {
    async enqueue(tx, job, id) {
      // A job that is asked for again keeps the place that it had.
      const trace = tracing.place();
      const data = trace === null ? job.data : { trace, ...job.data };
      await sender.send(job.name, data, { db: fromKysely(tx), ...(id === undefined ? {} : { id }) });
    },
    async prepare() {
      await sender.start();
      const made = await makeQueues(sender, isWoken);
      // Sending needs the queue's settings, and could not read them inside a transaction. The start read those of the
      // queues that were there; the first call about another one reads its own.
      await Promise.all(made.map((name) => sender.findJobs(name, { id: randomUUID() })));
    },
    async work(ctx) {
      candidate = await database.electLeader(RUNNER_LOCK, duties(ctx), (error) =>
        log.error('jobs.election_failed', { error }),
      );
    },
    async rest() {
      await candidate?.resign();
      candidate = null;
    },
    async stop() {
      await this.rest();
      await sender.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** @returns the names of those that were not there, or were otherwise */
async function makeQueues(boss: PgBoss, isWoken: boolean): Promise<string[]> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const made: string[] = [];
  for (const job of jobs) {
    const settings = { ...queueSettings(job), notify: isWoken };
    const found = there.get(job.name);
    if (found && !differs(found, settings)) continue;
    if (found) await boss.updateQueue(job.name, settings);
    else await boss.createQueue(job.name, { ...settings, ...job.queue });
    made.push(job.name);
  }
  return made;
}

interface Work {
  ctx: OutwardContext;
  tracing: Tracing;
  pollSeconds: number;
  signal: AbortSignal;
}

/** Runs what waits in the queue of a job, one after the other. */
async function workOn(boss: PgBoss, job: Job<never>, { ctx, tracing, pollSeconds, signal }: Work) {
  let workerId = '';
  const work = async ([request]: JobWithMetadata<unknown>[]): Promise<void> => {
    if (!request) return;
    // There may be more: forty delivered orders are forty mails.
    boss.notifyWorker(workerId);
    const { startAfter, startedOn } = request;
    const waited = Math.max(0, startedOn.getTime() - startAfter.getTime()) / 1000;
    ctx.metrics.observe('fulgor_job_wait_seconds', { job: job.name }, waited);
    const log = ctx.log.child({ job: job.name, jobId: request.id });
    const run = () => job.run({ ...ctx, log }, request.data as never, request.id, signal);
    try {
      await measureJob(job, ctx, () =>
        tracing.begin(placeIn(request.data), { name: `job ${job.name}`, kind: 'consumer' }, run),
      );
    } catch (error) {
      log.error('job.failed', { error });
      throw error;
    }
  };
  const options = {
    includeMetadata: true,
    pollingIntervalSeconds: Math.max(pollSeconds, job.schedule ? SCHEDULED_POLL_SECONDS : 0),
    notifyPollingIntervalSeconds: Math.max(pollSeconds, WOKEN_POLL_SECONDS),
  } as const;
  workerId = await boss.work<unknown, unknown, typeof options>(job.name, options, work);
}

/** Where the trace of whoever asked for the job was. A job that the clock began has none. */
function placeIn(data: unknown): string | null {
  const { trace } = (data ?? {}) as { trace?: unknown };
  return typeof trace === 'string' ? trace : null;
}

interface Loop {
  stop(): Promise<void>;
}

/** A job without a queue: only the leader runs it, one run after the other. */
function repeat(job: Job<never>, ctx: OutwardContext, pauseSeconds: number, signal: AbortSignal): Loop {
  const log = ctx.log.child({ job: job.name });
  let timer: NodeJS.Timeout | undefined;
  async function begin(): Promise<void> {
    try {
      await measureJob(job, ctx, () => job.run({ ...ctx, log }, undefined as never, randomUUID(), signal));
    } catch (error) {
      log.error('job.failed', { error });
    }
    if (!signal.aborted) timer = setTimeout(() => (run = begin()), pauseSeconds * 1000);
  }
  let run = begin();
  return {
    async stop() {
      clearTimeout(timer);
      let waiting: NodeJS.Timeout | undefined;
      await Promise.race([run, new Promise((resolve) => (waiting = setTimeout(resolve, STOP_MS)))]);
      clearTimeout(waiting);
    },
  };
}

async function measureJob(job: Job<never>, ctx: OutwardContext, run: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  let outcome = 'failed';
  try {
    await run();
    outcome = 'ok';
  } finally {
    const seconds = (performance.now() - startedAt) / 1000;
    ctx.metrics.observe('fulgor_job_seconds', { job: job.name, outcome }, seconds);
  }
}

/** A schedule of an older release would fill its queue without end. */
async function forgetSchedules(boss: PgBoss): Promise<void> {
  const scheduled = new Set(jobs.filter(({ schedule }) => schedule).map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name);
}

/** A scheduled job runs again anyway, so it is retried only a few times. */
const PASSING: RetryPolicy = { firstPauseSeconds: 5, longestPauseSeconds: 300, givesUpAfterSeconds: 1800 };

/**
 * The database may give a job to this process while the connection breaks: nobody works on it then. After this time,
 * and pg-boss' own look once a minute, it is tried again. A job that is worked on says so twice as often.
 */
const HEARTBEAT_SECONDS = 60;

/** Settings that a release may change; the policy of a queue must not change. */
function queueSettings({ retries = PASSING, queue }: Job<never>) {
  return {
    retryLimit: countRetries(retries),
    retryDelay: retries.firstPauseSeconds,
    retryBackoff: true,
    retryDelayMax: retries.longestPauseSeconds,
    expireInSeconds: queue?.expireInSeconds ?? 900,
    heartbeatSeconds: HEARTBEAT_SECONDS,
  };
}

function differs(found: QueueResult, settings: Partial<QueueResult>): boolean {
  return (Object.keys(settings) as (keyof QueueResult)[]).some((key) => found[key] !== settings[key]);
}

/** The process that ran these is gone. Otherwise they would wait for their expiry, a quarter of an hour. */
async function takeOver(boss: PgBoss, database: DatabaseHandle): Promise<void> {
  const { rows } = await database.executeSql(`select name, id from jobs.job where state = 'active'`);
  const abandoned = rows as { name: string; id: string }[];
  for (const { name } of jobs) {
    const ids = abandoned.filter((job) => job.name === name).map(({ id }) => id);
    if (ids.length > 0) await boss.fail(name, ids, { reason: 'The process that worked on it ended.' });
  }
}
