export interface CircuitState {
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
  uptimeSeconds: number;
  circuit: CircuitState;
}
