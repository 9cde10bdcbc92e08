import type { ShopContext } from '#shop/context.ts';

/** One background job. It may run twice for one request (a crash after its work): `run` must bear that. */
export interface Job<Data = unknown> {
  name: string;
  /** Cron, UTC. Absent: runs only when asked for. */
  schedule?: string;
  run(ctx: ShopContext, data: Data, jobId: string): Promise<void>;
}
