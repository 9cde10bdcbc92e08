import type { DatabaseWatch } from '#db/watch-statements.server.ts';
import type { HistogramReading } from '#shop/metrics/metrics.ts';
import type { Sample } from '#shop/metrics/write-metrics.ts';
import type { Tracing } from '#shop/tracing.ts';

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
