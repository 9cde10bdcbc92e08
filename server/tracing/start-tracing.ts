import type { DatabaseWatch } from '#db/watch-statements.server.ts';
import type { Log } from '#shop/log.ts';
import type { HistogramReading } from '#shop/metrics/metrics.ts';
import type { Sample } from '#shop/metrics/write-metrics.ts';
import { NO_TRACING, type Tracing } from '#shop/tracing.ts';
import type { Env } from '../config/env.ts';

export type ReadFigures = () => Promise<(Sample | HistogramReading)[]>;

export interface StartedTracing {
  tracing: Tracing;
  /** Who is told of statements, with each of them as a step of the trace that it belongs to. */
  watchDatabase(watch: DatabaseWatch): DatabaseWatch;
  /** From now on sends these figures too, every minute. */
  exportFigures(read: ReadFigures): void;
  /** Sends what is left, for a few seconds at most. Never throws. */
  stop(): Promise<void>;
}

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
