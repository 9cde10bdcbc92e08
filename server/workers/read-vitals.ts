import { statfs } from 'node:fs/promises';
import type { DatabaseHandle } from '#db/client.server.ts';
import type { ShopMemory } from '#shop/memory.ts';
import type { Metrics } from '#shop/metrics/metrics.ts';
import type { CircuitState, ProcessVitals } from '#shop/process-vitals.ts';
import { PLACE_VARIABLE, type FromWorker, type ToWorker } from './worker-messages.ts';

/** A process that does not answer in time is missing from this answer only. */
const ANSWER_WITHIN_MS = 1_000;

/** The vitals of every process of this shop on this machine: of the only one, or of all that the supervisor reaches. */
export function createVitalsReader(parts: {
  circuits: () => CircuitState[];
  memory: Pick<ShopMemory, 'streams'>;
  metrics: Metrics;
  database: Pick<DatabaseHandle, 'connections'>;
  dataDir: string;
}): () => Promise<ProcessVitals[]> {
  const place = process.env[PLACE_VARIABLE];
  async function own(): Promise<ProcessVitals> {
    const { user, system } = process.cpuUsage();
    return {
      worker: place === undefined ? null : Number(place),
      residentBytes: process.memoryUsage.rss(),
      cpuSeconds: (user + system) / 1e6,
      uptimeSeconds: Math.round(process.uptime()),
      circuits: parts.circuits(),
      streamsOpen: parts.memory.streams?.count ?? 0,
      connections: parts.database.connections(),
      disk: await readDisk(parts.dataDir),
      histograms: parts.metrics.read(),
    };
  }
  if (place === undefined) return async () => [await own()];

  const send = (message: FromWorker) => process.send?.(message, () => {});
  const waiting = new Map<number, (vitals: ProcessVitals[]) => void>();
  let asked = 0;
  process.on('message', (message: ToWorker) => {
    if (message.type === 'tell-vitals')
      void own().then((vitals) => send({ type: 'vitals', asked: message.asked, vitals }));
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
      const patience = setTimeout(() => void own().then((vitals) => settle([vitals])), 2 * ANSWER_WITHIN_MS);
      waiting.set(mine, settle);
      send({ type: 'ask-vitals', asked: mine });
    });
}

async function readDisk(dataDir: string): Promise<ProcessVitals['disk']> {
  const disk = await statfs(dataDir).catch(() => null);
  return disk && { freeBytes: disk.bavail * disk.bsize, sizeBytes: disk.blocks * disk.bsize };
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
