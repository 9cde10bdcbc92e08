import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { copyDatabaseTemplate } from './copy-database-template.server.ts';
import { lockDataDirectory } from './data-lock.server.ts';
import { listenOnPostgres } from './listen.server.ts';
import { LONG_STATEMENT_MS, SESSION_OF_ITS_OWN, TIMEOUTS, type Timeouts } from './timeouts.server.ts';
import { electLeader, type Candidate, type Duties } from './elect-leader.server.ts';
import { withHiddenValues } from './hide-values.server.ts';
import { nameStatements } from './name-statements.server.ts';
import { openPostgresPool, type Connections, type PostgresPool } from './postgres-pool.server.ts';
import { preferStandby, STANDBY_LIMITS, type StandbyLimits } from './prefer-standby.server.ts';
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

export interface DatabaseHandle {
  readonly kind: 'embedded' | 'postgres';
  readonly db: Db;
  /** For single reading statements that may be a second old: a standby that keeps up, if there is one, or `db`. */
  readonly standby: Db;
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
export type DatabaseLocation = PostgresLocation | { directory: string; template?: string } | { image: Blob };

export interface PostgresLocation {
  url: string;
  /** Where a session lasts, if `url` leads to a pooler in transaction mode; otherwise the same address. */
  directUrl?: string | undefined;
  /** A standby, or a balancer before several. */
  readUrl?: string | undefined;
  standbyLimits?: StandbyLimits | undefined;
  maxConnections?: number | undefined;
  timeouts?: Timeouts | undefined;
}

// count(*) and bigint columns are numbers on both databases; none of ours exceeds 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** PGlite's default is 160 MB, which it fills at its start. A shop of this size needs far less. */
const SHARED_BUFFERS = '8MB';

const MAX_CONNECTIONS = 10;
/** Past a pooler: two for the job queue, and one for a backup that counts. */
const MAX_DIRECT_CONNECTIONS = 3;
const MAX_STANDBY_CONNECTIONS = 5;

/** As pg-boss begins its own. */
const BEGINS = /^\s*begin\b/i;

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
    standby: db,
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
        withHiddenValues(async () => {
          if (values.length > 0) return [await pglite.query(text, values)];
          // A text that begins a transaction of its own would leave it open to everybody where it fails.
          return BEGINS.test(text) ? pglite.transaction((tx) => tx.exec(text)) : pglite.exec(text);
        }),
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
  location: PostgresLocation,
  watch: DatabaseWatch | null,
): Promise<DatabaseHandle> {
  const { url, directUrl = url, timeouts = TIMEOUTS } = location;
  const max = location.maxConnections ?? MAX_CONNECTIONS;
  const isPooled = directUrl !== url;
  const pool = openPostgresPool({
    url,
    max,
    timeouts,
    watch,
    leadsTo: isPooled ? 'pooler' : 'primary',
    nameOf: isPooled ? undefined : nameStatements(),
  });
  const direct = isPooled
    ? openPostgresPool({
        url: directUrl,
        max: Math.min(max, MAX_DIRECT_CONNECTIONS),
        timeouts,
        watch,
        leadsTo: 'primary',
        applicationName: 'fulgor-direct',
      })
    : pool;
  const db = kyselyOver(pool);
  const standby = location.readUrl === undefined ? db : readingFrom(location.readUrl);
  function readingFrom(readUrl: string): Db {
    const standbys = openPostgresPool({
      url: readUrl,
      max: MAX_STANDBY_CONNECTIONS,
      timeouts,
      watch,
      leadsTo: 'standby',
      applicationName: 'fulgor-reads',
    });
    const reading = kyselyOver(preferStandby(standbys, pool, location.standbyLimits ?? STANDBY_LIMITS));
    // For its effect on `reading.transaction`: a standby has none.
    transactionsOf(reading);
    return reading;
  }
  const listeners: { stop: () => Promise<void> }[] = [];

  return {
    kind: 'postgres',
    db,
    standby,
    transaction: transactionsOf(db),
    async executeSql(text, values) {
      assertOutsideTransaction();
      return { rows: rowsOf(await direct.query(text, values)) };
    },
    connections: () => pool.connections(),
    async openSession() {
      const client = new pg.Client({
        connectionString: directUrl,
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
      const listener = await listenOnPostgres(directUrl, channel, listening);
      listeners.push(listener);
      return listener.stop;
    },
    electLeader: async (lock, duties, onError) => electLeader(directUrl, { lock, duties, onError }),
    async close() {
      await Promise.all(listeners.map((listener) => listener.stop()));
      if (standby !== db) await standby.destroy();
      await db.destroy();
      // Kysely ends a pool only after it has used it.
      await Promise.all([pool.end(), direct.end()]);
    },
  };
}

const kyselyOver = (pool: Pick<PostgresPool, 'connect' | 'end'>): Db =>
  new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: {
        async connect() {
          assertOutsideTransaction();
          return pool.connect();
        },
        end: () => pool.end(),
        options: {},
      },
    }),
  });

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
