import type { ProcessVitals } from '#shop/process-vitals.ts';

/** What crosses between the process that watches and those that serve. */
export type ToWorker =
  | { type: 'retire' }
  | { type: 'tell-vitals'; asked: number }
  | { type: 'all-vitals'; asked: number; vitals: ProcessVitals[] };
export type FromWorker =
  | { type: 'ready'; notice: string }
  | { type: 'ask-vitals'; asked: number }
  | { type: 'vitals'; asked: number; vitals: ProcessVitals };

/** Which of the places 1 to WORKERS a serving process fills; its successor inherits the number. */
export const PLACE_VARIABLE = 'FULGOR_WORKER';
