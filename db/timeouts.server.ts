/** How long the shop waits for a PostgreSQL that accepts a connection and says nothing (ruling 29). Milliseconds. */
export interface Timeouts {
  /** To connect, and for a free connection while all are in use. */
  connectMs: number;
  /** For one statement, measured by this process: afterwards its connection is thrown away. */
  queryMs: number;
  /** How often the connection that only listens is asked whether it is alive. */
  heartbeatMs: number;
}

export const TIMEOUTS: Timeouts = { connectMs: 5_000, queryMs: 10_000, heartbeatMs: 30_000 };

/** PostgreSQL ends a slow statement itself, a little before `queryMs`. The connection is then kept. */
export const STATEMENT_TIMEOUT_MS = 9_000;

/** No transaction of the shop waits for anything but the database: one that is idle this long is abandoned. */
export const IDLE_IN_TRANSACTION_MS = 30_000;

/** A migration of a grown shop takes minutes, and another process may wait for its end. */
export const LONG_STATEMENT_MS = 3_600_000;
