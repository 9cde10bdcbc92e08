import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { withHiddenValues } from './hide-values.server.ts';
import { isConnectionLost, isPassing, isServerGone, isSilence, mayRepeat } from './lost-connection.server.ts';
import { IDLE_IN_TRANSACTION_MS, STATEMENT_TIMEOUT_MS, type Timeouts } from './timeouts.server.ts';
import { watchStatement, type DatabaseWatch } from './watch-statements.server.ts';

/** `waiting`: requests that no connection is free for. */
export interface Connections {
  used: number;
  idle: number;
  waiting: number;
}

export interface PostgresPool {
  /** For Kysely. */
  connect(): Promise<PostgresPoolClient>;
  /** Without values it may be several statements, which the driver answers with one result each. */
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult | pg.QueryResult[]>;
  /** Now. */
  connections(): Connections;
  end(): Promise<void>;
}

export interface PoolOptions {
  url: string;
  max: number;
  timeouts: Timeouts;
  watch: DatabaseWatch | null;
  /** What answers at the address (docs/decisions/poolers-and-failover.md). */
  leadsTo: 'primary' | 'pooler' | 'standby';
  /** As the server lists it. */
  applicationName?: string;
  /** The name of a statement on this pool's connections, which a pooler in transaction mode does not keep. */
  nameOf?: ((text: string) => string | undefined) | undefined;
}

/** Between two tries to connect to a server that refuses. */
const PAUSE_MS = 200;

/** Whoever asks a server that was silent just now does not wait for it again. */
const SILENT_FOR_MS = 2_000;

/** The connections of this process to one address of PostgreSQL. */
export function openPostgresPool({
  url,
  max,
  timeouts,
  watch,
  leadsTo,
  nameOf,
  applicationName = 'fulgor',
}: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: timeouts.connectMs,
    query_timeout: timeouts.queryMs,
    // A pooler gives a connection to somebody else after each transaction, so its limits are its own.
    ...(leadsTo === 'pooler'
      ? {}
      : {
          statement_timeout: STATEMENT_TIMEOUT_MS,
          idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
        }),
    application_name: applicationName,
  });
  pool.on('error', () => {});
  // A connection that breaks while it is checked out emits an error on the client. Without a listener this would end
  // the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const entrance = openEntrance(pool, { url, timeouts, leadsTo, applicationName });
  const connect = () => lend(entrance, { watch, nameOf, patienceMs: timeouts.connectMs / 2 });

  return {
    // The other form of `query` is for cursors, which the shop does not use.
    connect: async () => (await connect()) as unknown as PostgresPoolClient,
    async query(text, values = []) {
      const connection = await connect();
      let isBroken = true;
      try {
        const answer = await connection.query(text, values);
        isBroken = false;
        return answer;
      } finally {
        // A text that begins a transaction of its own leaves it open where it fails: nobody gets that connection again.
        connection.release(isBroken);
      }
    },
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async end() {
      if (!pool.ending) await pool.end();
    },
  };
}

type Address = Omit<PoolOptions, 'max' | 'watch' | 'nameOf'>;

/** The way to the server, and what those who came last found there: all who wait share it. */
function openEntrance(pool: pg.Pool, { url, timeouts, leadsTo, applicationName }: Address) {
  const bornAt = new WeakMap<pg.PoolClient, number>();
  /** When a connection was last found cut. Those that are older are likely to be cut too. */
  let lostAt = 0;
  /** The server refuses. All who wait share it, so that a request with several statements waits once. */
  let refusal: { since: number; nextTry: number; error: unknown } | null = null;

  let silentUntil = 0;
  let probing: Promise<void> | null = null;

  /** Rejects if the server does not even take a connection. All who wait for an answer share it. */
  async function probe(): Promise<void> {
    const connectionTimeoutMillis = timeouts.connectMs / 2;
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis,
      application_name: applicationName,
    });
    client.on('error', () => {});
    try {
      await client.connect();
    } catch (error) {
      if (isSilence(error)) throw error;
    } finally {
      probing = null;
      void client.end().catch(() => {});
    }
  }

  /** During a failover the address refuses for seconds, or leads to a server that only reads. */
  async function take(): Promise<pg.PoolClient> {
    for (;;) {
      if (performance.now() < silentUntil) throw new DatabaseSilent();
      // One tries for all: what it costs both sides, a password's hash among it, must not grow with those who wait.
      if (refusal === null || pool.idleCount > 0 || performance.now() >= refusal.nextTry) {
        const startedAt = performance.now();
        if (refusal) refusal.nextTry = startedAt + timeouts.connectMs;
        try {
          const client = await takeOnce();
          refusal = null;
          silentUntil = 0;
          return client;
        } catch (error) {
          const now = performance.now();
          if (isSilence(error)) silentUntil = now + SILENT_FOR_MS;
          const mayPass = leadsTo !== 'standby' && isPassing(error);
          if (mayPass || refusal)
            refusal = { since: refusal?.since ?? startedAt, nextTry: now + PAUSE_MS, error };
          if (!mayPass) throw error;
        }
      }
      if (refusal && performance.now() + PAUSE_MS - refusal.since > timeouts.connectMs) throw refusal.error;
      await sleep(PAUSE_MS);
    }
  }

  async function takeOnce(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if (!bornAt.has(client)) await accept(client);
      if ((bornAt.get(client) ?? 0) >= lostAt) return client;
      client.release(true);
    }
  }

  async function accept(client: pg.PoolClient): Promise<void> {
    try {
      const now = performance.now();
      // A pooler takes the connection and refuses the first question.
      if (leadsTo !== 'standby') await refuseStandby(client);
      bornAt.set(client, now);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  return {
    take,
    /** Whoever waits long for an answer asks whether anybody is there. */
    probe: () => (probing ??= probe()),
    /** What came instead of an answer. */
    note(error: unknown): void {
      if (isSilence(error)) silentUntil = performance.now() + SILENT_FOR_MS;
      if (isServerGone(error)) lostAt = performance.now();
    },
  };
}

/**
 * A connection for one caller. After a time-out or a network error, the next answer may belong to the old statement:
 * it accepts no further one, not even a rollback, and the pool discards it.
 */
async function lend(
  { take, probe, note }: ReturnType<typeof openEntrance>,
  { watch, nameOf, patienceMs }: Pick<PoolOptions, 'watch' | 'nameOf'> & { patienceMs: number },
): Promise<Connection> {
  const startedAt = performance.now();
  let client: pg.PoolClient | null = await take().finally(() => watch?.connection(startedAt));
  let lost: Error | null = null;
  let isFirst = true;

  async function ask(text: string, values: readonly unknown[]) {
    if (lost || !client) throw lost ?? new Error('The connection was released.');
    // Without values it is `begin` or `commit`, which has no plan.
    const name = values.length > 0 ? nameOf?.(text) : undefined;
    const asked = client;
    const silence = Promise.withResolvers<never>();
    const timer = setTimeout(() => void probe().catch(silence.reject), patienceMs);
    try {
      return await watchStatement(watch, text, () =>
        Promise.race([
          withHiddenValues(() => asked.query({ name, text, values: [...values] })),
          silence.promise,
        ]),
      );
    } catch (error) {
      note(error);
      if (isConnectionLost(error)) lost = error as Error;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async query(text, values) {
      const mayTryAgain = isFirst && mayRepeat(text);
      isFirst = false;
      try {
        return await ask(text, values);
      } catch (error) {
        if (!mayTryAgain || !isServerGone(error)) throw error;
        // It was lost before this caller did anything with it, and this statement changes nothing.
        client?.release(true);
        client = null;
        client = await take();
        lost = null;
        return ask(text, values);
      }
    },
    // Kysely passes `false` to keep a connection.
    release: (discard) => client?.release(discard === true || lost !== null),
  };
}

interface Connection {
  query(text: string, values: readonly unknown[]): Promise<pg.QueryResult | pg.QueryResult[]>;
  release(discard?: unknown): void;
}

/**
 * After a failover an address may lead to the former primary for a while, which answers questions about the past. A
 * server that only reads never becomes one without cutting its connections, so each is asked once.
 */
async function refuseStandby(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (rows[0]?.standby === true) throw new ServerOnlyReads();
}

class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
  constructor() {
    super('The database was silent a moment ago: it ran into a timeout.');
  }
}

/** Of the class that the pool tries again after. */
class ServerOnlyReads extends Error {
  override readonly name = 'ServerOnlyReads';
  readonly code = '25006';
  constructor() {
    super('The database server at this address is a standby and only reads.');
  }
}
