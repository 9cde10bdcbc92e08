export interface CircuitState {
  isOpen: boolean;
  /** Creates that failed since the process started. */
  failures: number;
  /** Creates that were turned away at once because the gateway is taken to be down. */
  turnedAway: number;
}

/** What a process knows of itself alone, for `/metrics`. */
export interface ProcessVitals {
  /** Its place among several that serve (WORKERS); null for the only one. */
  worker: number | null;
  residentBytes: number;
  uptimeSeconds: number;
  circuit: CircuitState;
}
