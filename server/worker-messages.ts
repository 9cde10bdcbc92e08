/** What crosses between the process that watches and those that serve. */
export type ToWorker = { type: 'retire' };
export type FromWorker = { type: 'ready'; notice: string };

/** Which of the places 1 to WORKERS a serving process fills; its successor inherits the number. */
export const PLACE_VARIABLE = 'FULGOR_WORKER';
