import type { Connections } from '#db/postgres-pool.server.ts';
import type { HistogramReading } from './metrics/metrics.ts';

/** Of one provider. */
export interface CircuitState {
  gateway: string;
  isOpen: boolean;
  /** Failed creates since the process started. */
  failures: number;
  /** Creates that were refused at once because the gateway counts as down. */
  turnedAway: number;
}

/** What only the process itself knows, for `/metrics`. */
export interface ProcessVitals {
  /** Its number among several processes (WORKERS); null for the only one. */
  worker: number | null;
  residentBytes: number;
  cpuSeconds: number;
  uptimeSeconds: number;
  circuits: CircuitState[];
  streamsOpen: number;
  connections: Connections | null;
  /** Of DATA_DIR. null: nobody could read it. */
  disk: { freeBytes: number; sizeBytes: number } | null;
  histograms: HistogramReading[];
}
