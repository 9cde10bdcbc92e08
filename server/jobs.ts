import { randomUUID } from 'node:crypto';
import { fromKysely, PgBoss, type Db as BossDatabase } from 'pg-boss';
import type { DatabaseHandle } from '#db/client.server.ts';
import { jobs } from '#jobs/all-jobs.ts';
import type { ShopContext } from '#shop/context.ts';
import type { Log } from '#shop/log.ts';

export interface JobRunner {
  enqueue: ShopContext['enqueue'];
  /** Creates the queues, so that sending works from the first request on. */
  prepare(): Promise<void>;
  work(ctx: ShopContext): Promise<void>;
  stop(): Promise<void>;
}

/** pg-boss over the shop's own connections: one database, embedded or not, one path. */
export function createJobRunner(database: DatabaseHandle, log: Log): JobRunner {
  const db: BossDatabase = {
    executeSql: (text, values) => database.executeSql(text, values),
  };
  const boss = new PgBoss({
    db,
    schema: 'jobs',
    ...(database.kind === 'embedded' ? { backend: 'pglite' as const } : {}),
    cronMonitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 5,
  });
  boss.on('error', (error) => log.error('jobs.failed', { error }));

  return {
    async enqueue(tx, job) {
      await boss.send(job.name, job.data, { db: fromKysely(tx) });
    },
    async prepare() {
      await boss.start();
      for (const job of jobs) {
        await boss.createQueue(job.name, {
          retryLimit: 12,
          retryDelay: 5,
          retryBackoff: true,
          retryDelayMax: 3600,
        });
        // Sending looks the queue up once and remembers it. Inside a transaction it could not ask.
        await boss.findJobs(job.name, { id: randomUUID() });
      }
    },
    async work(ctx) {
      for (const job of jobs) {
        if (job.schedule) await boss.schedule(job.name, job.schedule);
        await boss.work<unknown>(job.name, { pollingIntervalSeconds: 1 }, async ([request]) => {
          if (!request) return;
          const jobLog = log.child({ job: job.name, jobId: request.id });
          try {
            await job.run({ ...ctx, log: jobLog }, request.data as never, request.id);
          } catch (error) {
            jobLog.error('job.failed', { error });
            throw error;
          }
        });
      }
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
