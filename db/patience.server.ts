/** How long a PostgreSQL that takes calls and says nothing is waited for (ruling 29). Milliseconds. */
export interface Patience {
  /** To connect, and for a free connection while all are in use. */
  connectMs: number;
  /** For one statement, counted here: afterwards its connection is thrown away. */
  queryMs: number;
  /** How often the connection that only listens is proved alive. */
  heartbeatMs: number;
}

export const PATIENCE: Patience = { connectMs: 5_000, queryMs: 10_000, heartbeatMs: 30_000 };

/** A server that is merely slow gives up by itself, a little earlier, and keeps its connection. */
export const SLOW_STATEMENT_MS = 9_000;

/** Nothing of the shop waits for anything else inside a transaction: whoever does so this long is dead. */
export const IDLE_IN_TRANSACTION_MS = 30_000;

/** A migration of a grown shop takes minutes, and another process may wait for its end. */
export const PATIENT_MS = 3_600_000;
