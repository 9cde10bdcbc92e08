import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, type PostgresPoolClient, type Transaction } from 'kysely';
import pg from 'pg';
import { copyDatabaseTemplate } from './copy-database-template.server.ts';
import { lockDataDirectory } from './data-lock.server.ts';
import { listenOnPostgres } from './listen.server.ts';
import {
  IDLE_IN_TRANSACTION_MS,
  LONG_STATEMENT_MS,
  SESSION_OF_ITS_OWN,
  STATEMENT_TIMEOUT_MS,
  TIMEOUTS,
  type Timeouts,
} from './timeouts.server.ts';
import { electLeader, type Candidate, type Duties } from './elect-leader.server.ts';
import { discardLostConnection } from './discard-lost-connection.server.ts';
import { withHiddenValues } from './hide-values.server.ts';
import { nameStatements } from './name-statements.server.ts';
import type { Database } from './schema.ts';
import { createLogSync } from './sync-write-ahead-log.server.ts';
import { assertOutsideTransaction, insideTransaction } from './transaction-guard.ts';
import { watchStatement, type DatabaseWatch } from './watch-statements.server.ts';

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
/** The database, or the open transaction. */
export type Executor = Db | Tx;

/** A connection of its own, whose settings and locks last from one statement to the next. */
export interface SqlSession {
  /** Several statements in one text are one transaction; with values it is one statement. */
  execute(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  close(): Promise<void>;
}

/** `waiting`: requests that no connection is free for. */
export interface Connections {
  used: number;
  idle: number;
  waiting: number;
}

export interface DatabaseHandle {
  readonly kind: 'embedded' | 'postgres';
  readonly db: Db;
  /** The only way to open a transaction; a query on `db` inside it throws instead of hanging. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Plain SQL; without values it may have several statements. For pg-boss. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** For migrations: a statement may take long, and nothing but its own settings ends it. */
  openSession(): Promise<SqlSession>;
  /** Calls `onReconnect` when notifications may be lost. Returns the function that ends the listening. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<() => Promise<void>>;
  /** Of the pool, now. null: the embedded database has none. */
  connections(): Connections | null;
  /** Of all processes that name the same `lock` on this database, at most one at a time does these duties. */
  electLeader(lock: number, duties: Duties, onError: (error: unknown) => void): Promise<Candidate>;
  close(): Promise<void>;
}

/**
 * `template`: the folder of an empty embedded database, which a new one is copied from if it exists. `image`: a tar
 * file of such a folder; the database made from it stays in memory, for tests.
 */
export type DatabaseLocation =
  | { url: string; maxConnections?: number; timeouts?: Timeouts }
  | { directory: string; template?: string }
  | { image: Blob };

// count(*) and bigint columns are numbers on both databases; none of ours exceeds 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** PGlite's default is 160 MB, which it fills at its start. A shop of this size needs far less. */
const SHARED_BUFFERS = '8MB';

export function openDatabase(
  location: DatabaseLocation,
  watch: DatabaseWatch | null = null,
): Promise<DatabaseHandle> {
  return 'url' in location ? openPostgres(location, watch) : openEmbedded(location, watch);
}

async function openEmbedded(
  location: { directory: string; template?: string } | { image: Blob },
  watch: DatabaseWatch | null,
): Promise<DatabaseHandle> {
  const directory = 'directory' in location ? location.directory : null;
  const lock = directory === null ? null : lockDataDirectory(directory);
  // A shop on PostgreSQL does not load it.
  const { PGlite, types } = await import('@electric-sql/pglite');
  const { embeddedDialect } = await import('./embedded-dialect.server.ts');
  let pglite: PGlite;
  try {
    if ('directory' in location && location.template) {
      copyDatabaseTemplate(location.template, location.directory);
    }
    pglite = await PGlite.create({
      ...('directory' in location ? { dataDir: location.directory } : { loadDataDir: location.image }),
      parsers: { [types.INT8]: Number },
      startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    });
  } catch (error) {
    lock?.release();
    throw error;
  }
  const logSync = directory === null ? null : createLogSync(directory);
  const afterCommit = async () => logSync?.sync();
  const db = new Kysely<Database>({ dialect: embeddedDialect(pglite, { afterCommit, watch }) });
  let lastSession: Promise<void> | undefined;

  return {
    kind: 'embedded',
    db,
    transaction: transactionsOf(db),
    async openSession() {
      // PGlite has one session, so one caller has it at a time.
      const before = lastSession;
      const ended = Promise.withResolvers<void>();
      lastSession = ended.promise;
      await before;
      return {
        async execute(text, values) {
          const results = await withHiddenValues(async () =>
            values ? [await pglite.query(text, values)] : pglite.exec(text),
          );
          await afterCommit();
          return { rows: results.flatMap(({ rows }) => rows) };
        },
        close: async () => ended.resolve(),
      };
    },
    async executeSql(text, values = []) {
      assertOutsideTransaction();
      const results = await watchStatement(watch, text, () =>
        withHiddenValues(async () =>
          values.length > 0 ? [await pglite.query(text, values)] : pglite.exec(text),
        ),
      );
      await afterCommit();
      return { rows: results.flatMap(({ rows }) => rows) };
    },
    connections: () => null,
    async listen(channel, onPayload) {
      assertOutsideTransaction();
      return pglite.listen(channel, onPayload);
    },
    async electLeader(_lock, duties) {
      // Only one process can open the folder, so it leads.
      await duties.start();
      return { resign: () => duties.stop() };
    },
    async close() {
      await pglite.close();
      await logSync?.close();
      lock?.release();
    },
  };
}

async function openPostgres(
  location: { url: string; maxConnections?: number; timeouts?: Timeouts },
  watch: DatabaseWatch | null,
): Promise<DatabaseHandle> {
  const { timeouts = TIMEOUTS } = location;
  const pool = new pg.Pool({
    connectionString: location.url,
    max: location.maxConnections ?? 10,
    connectionTimeoutMillis: timeouts.connectMs,
    query_timeout: timeouts.queryMs,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: 'fulgor',
  });
  pool.on('error', () => {});
  // A connection that breaks while it is checked out emits an error on the client. Without a listener this would end
  // the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const nameOf = nameStatements();
  const connections = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => {
          assertOutsideTransaction();
          const startedAt = performance.now();
          const client = await pool.connect().finally(() => watch?.connection(startedAt));
          // Kysely identifies a connection by this object.
          const connection = connections.get(client) ?? discardLostConnection(client, { nameOf, watch });
          connections.set(client, connection);
          return connection;
        },
        end: () => pool.end(),
        options: {},
      },
    }),
  });
  const listeners: { stop: () => Promise<void> }[] = [];

  return {
    kind: 'postgres',
    db,
    transaction: transactionsOf(db),
    async executeSql(text, values) {
      assertOutsideTransaction();
      const result = (await watchStatement(watch, text, () =>
        withHiddenValues(() => pool.query(text, values ?? [])),
      )) as unknown as pg.QueryResult | pg.QueryResult[];
      return { rows: rowsOf(result) };
    },
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async openSession() {
      const client = new pg.Client({
        connectionString: location.url,
        application_name: 'fulgor-migrations',
        keepAlive: true,
        connectionTimeoutMillis: timeouts.connectMs,
        query_timeout: LONG_STATEMENT_MS,
      });
      client.on('error', () => {});
      await client.connect();
      await client.query(SESSION_OF_ITS_OWN);
      return {
        async execute(text, values) {
          const result = (await withHiddenValues(() => client.query(text, values))) as unknown as
            | pg.QueryResult
            | pg.QueryResult[];
          return { rows: rowsOf(result) };
        },
        close: () => client.end(),
      };
    },
    async listen(channel, onPayload, onReconnect) {
      const listening = { onPayload, onReconnect, timeouts };
      const listener = await listenOnPostgres(location.url, channel, listening);
      listeners.push(listener);
      return listener.stop;
    },
    electLeader: async (lock, duties, onError) => electLeader(location.url, { lock, duties, onError }),
    async close() {
      await Promise.all(listeners.map((listener) => listener.stop()));
      await db.destroy();
      // Kysely ends a pool only after it has used it.
      if (!pool.ended) await pool.end();
    },
  };
}

/** The driver answers several statements with one result each. */
const rowsOf = (result: pg.QueryResult | pg.QueryResult[]): unknown[] =>
  Array.isArray(result) ? result.flatMap((each) => each.rows) : result.rows;

/**
 * Disables `db.transaction()` for all other code: the guard would not know such a transaction, and on the embedded
 * database a query on `db` inside it would wait for ever.
 */
function transactionsOf(db: Db): DatabaseHandle['transaction'] {
  const begin = db.transaction.bind(db);
  db.transaction = () => {
    throw new Error(
      'Open transactions with DatabaseHandle.transaction (ctx.transaction), not db.transaction().',
    );
  };
  return (work) => begin().execute((tx) => insideTransaction(() => work(tx)));
}
