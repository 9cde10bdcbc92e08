import type { Log } from '#shop/log.ts';
import { NO_TRACING } from '#shop/tracing.ts';
import type { Env } from '../config/env.ts';
import type { StartedTracing } from './started-tracing.ts';

const NOTHING: StartedTracing = {
  tracing: NO_TRACING,
  watchDatabase: (watch) => watch,
  exportFigures: () => {},
  stop: async () => {},
};

/** Loads OpenTelemetry's SDK if the operator has named a collector. pg-boss imports the stubs of its API either way. */
export async function startTracing(env: Env['tracing'], log: Log): Promise<StartedTracing> {
  if (env === null) return NOTHING;
  const { startOpenTelemetry } = await import('./open-telemetry.ts');
  return startOpenTelemetry(env, log);
}
