import type { ProcessVitals } from '#shop/process-vitals.ts';

/** The messages between the supervisor and the serving processes. */
export type ToWorker =
  | { type: 'retire' }
  | { type: 'tell-vitals'; asked: number }
  | { type: 'all-vitals'; asked: number; vitals: ProcessVitals[] };
export type FromWorker =
  | { type: 'ready'; notice: string }
  /** The database is brought forward, by this process or another, and that takes what time it needs. */
  | { type: 'step' }
  | { type: 'ask-vitals'; asked: number }
  | { type: 'vitals'; asked: number; vitals: ProcessVitals };

/** The number of a serving process, from 1 to WORKERS; its successor gets the same number. */
export const PLACE_VARIABLE = 'FULGOR_WORKER';

/** Of a process that has no supervisor nobody hears it. */
export function tellSupervisor(message: FromWorker): void {
  if (process.env[PLACE_VARIABLE]) process.send?.(message);
}
