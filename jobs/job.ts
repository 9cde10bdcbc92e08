import type { OutwardContext } from '#shop/context.ts';

/** One background job. It may run twice for one request (a crash after its work): `run` must bear that. */
export interface Job<Data = unknown> {
  name: string;
  /** Cron, UTC. Absent: runs only when asked for. */
  schedule?: string;
  /** `exclusive`: in the whole shop at most one waits or runs. */
  queue?: { policy: 'exclusive'; expireInSeconds: number };
  run(ctx: OutwardContext, data: Data, jobId: string): Promise<void>;
}
