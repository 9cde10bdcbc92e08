/** How long the shop waits for a PostgreSQL that accepts a connection and then is silent. Milliseconds. */
export interface Timeouts {
  /** To connect, and to get a free connection of the pool. */
  connectMs: number;
  /** For one statement, measured by this process; afterwards its connection is discarded. */
  queryMs: number;
  /** How often the listening connection is checked. */
  heartbeatMs: number;
}

export const TIMEOUTS: Timeouts = { connectMs: 5_000, queryMs: 10_000, heartbeatMs: 30_000 };

/** PostgreSQL itself ends a slow statement a little before `queryMs`. The connection is then kept. */
export const STATEMENT_TIMEOUT_MS = 9_000;

/** A transaction of the shop only waits for the database: one that is idle this long is abandoned. */
export const IDLE_IN_TRANSACTION_MS = 30_000;

/** A migration of a large shop takes minutes, and another process may wait for its end. */
export const LONG_STATEMENT_MS = 3_600_000;

/**
 * For a connection whose locks must end with its process: the server notices a client that is gone after 11 seconds,
 * and keeps one that is idle (a leader's ends by `SILENT_MS`).
 */
export const SESSION_OF_ITS_OWN = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2;
  set tcp_keepalives_count = 3; set tcp_user_timeout = 11000; set idle_session_timeout = 0`;
