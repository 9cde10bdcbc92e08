import type { CircuitState, ProcessVitals } from '#shop/process-vitals.ts';
import { PLACE_VARIABLE, type FromWorker, type ToWorker } from './worker-messages.ts';

/** A process that does not answer in time is missing from this answer only. */
const ANSWER_WITHIN_MS = 1_000;

/** The vitals of every process of this shop on this machine: of the only one, or of all that the supervisor reaches. */
export function createVitalsReader(circuit: () => CircuitState): () => Promise<ProcessVitals[]> {
  const place = process.env[PLACE_VARIABLE];
  const own = (): ProcessVitals => ({
    worker: place === undefined ? null : Number(place),
    residentBytes: process.memoryUsage.rss(),
    uptimeSeconds: Math.round(process.uptime()),
    circuit: circuit(),
  });
  if (place === undefined) return async () => [own()];

  const send = (message: FromWorker) => process.send?.(message, () => {});
  const waiting = new Map<number, (vitals: ProcessVitals[]) => void>();
  let asked = 0;
  process.on('message', (message: ToWorker) => {
    if (message.type === 'tell-vitals') send({ type: 'vitals', asked: message.asked, vitals: own() });
    if (message.type === 'all-vitals') waiting.get(message.asked)?.(message.vitals);
  });
  return () =>
    new Promise((resolve) => {
      const mine = ++asked;
      const settle = (vitals: ProcessVitals[]) => {
        clearTimeout(patience);
        waiting.delete(mine);
        resolve(vitals);
      };
      const patience = setTimeout(() => settle([own()]), 2 * ANSWER_WITHIN_MS);
      waiting.set(mine, settle);
      send({ type: 'ask-vitals', asked: mine });
    });
}

/** The supervisor's part: asks every process, and passes on the answers that came in time. */
export function createVitalsCollector(everybody: () => ((message: ToWorker) => void)[]): {
  note(message: FromWorker): void;
  collect(): Promise<ProcessVitals[]>;
} {
  const open = new Map<number, (vitals: ProcessVitals) => void>();
  let asked = 0;
  return {
    note(message) {
      if (message.type === 'vitals') open.get(message.asked)?.(message.vitals);
    },
    collect: () =>
      new Promise((resolve) => {
        const mine = ++asked;
        const tell = everybody();
        const found: ProcessVitals[] = [];
        const settle = () => {
          clearTimeout(patience);
          open.delete(mine);
          resolve(found.toSorted((a, b) => (a.worker ?? 0) - (b.worker ?? 0)));
        };
        const patience = setTimeout(settle, ANSWER_WITHIN_MS);
        open.set(mine, (vitals) => {
          found.push(vitals);
          if (found.length === tell.length) settle();
        });
        for (const each of tell) each({ type: 'tell-vitals', asked: mine });
      }),
  };
}
