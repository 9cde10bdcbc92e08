import type { CircuitState } from './payments/guard-gateway.ts';

/** What a process knows of itself alone, for `/metrics`. */
export interface ProcessVitals {
  /** Its place among several that serve (WORKERS); null for the only one. */
  worker: number | null;
  residentBytes: number;
  uptimeSeconds: number;
  circuit: CircuitState;
}
