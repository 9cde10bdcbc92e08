import type { OutwardContext } from '#shop/context.ts';
import type { RetryPolicy } from '#shop/retry-policy.ts';

/** One background job. It may run twice for one request (a crash after its work): `run` must bear that. */
export interface Job<Data = unknown> {
  name: string;
  /** Cron, UTC. Absent: runs only when asked for. */
  schedule?: string;
  /** Its hour comes once a day: a shop that was down then does it when it is back. */
  isMadeUp?: boolean;
  /** Instead of a schedule: at once when a process takes over the jobs, then so long after each end. */
  everySeconds?: number;
  queue?: {
    /** In the whole shop at most one waits or runs. */
    policy?: 'exclusive';
    /** A run that takes longer counts as dead, and the job runs again. */
    expireInSeconds?: number;
  };
  /** How long a failing job is retried. Absent: a few times, for a job that runs again anyway. */
  retries?: RetryPolicy;
  /** `signal`, which the runner always hands over: this process gives the jobs up. */
  run(ctx: OutwardContext, data: Data, jobId: string, signal?: AbortSignal): Promise<unknown>;
}
