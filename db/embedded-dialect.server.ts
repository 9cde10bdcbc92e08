import type { PGlite } from '@electric-sql/pglite';
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { EmbeddedStatements } from './embedded-statements.server.ts';
import { withHiddenValues } from './hide-values.server.ts';
import { assertOutsideTransaction } from './transaction-guard.ts';

/**
 * Kysely over one PGlite instance, one user of the connection at a time.
 *
 * Kysely's own PGlite dialect hands the same connection to everybody, so a query from another
 * request would run inside whatever transaction happens to be open. Here it waits its turn.
 */
export class EmbeddedConnection implements DatabaseConnection {
  readonly #pglite: PGlite;
  readonly #statements: EmbeddedStatements;
  readonly #afterCommit: () => Promise<void>;
  #turn: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;
  #inTransaction = false;

  constructor(pglite: PGlite, afterCommit: () => Promise<void>) {
    this.#pglite = pglite;
    this.#statements = new EmbeddedStatements(pglite);
    this.#afterCommit = afterCommit;
  }

  async acquire(): Promise<void> {
    assertOutsideTransaction();
    const previous = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await previous;
    this.#release = resolve;
  }

  release(): void {
    this.#release?.();
  }

  /** Runs several statements at once, as pg-boss's own migrations need. Holds the turn meanwhile. */
  async exclusively<T>(work: (pglite: PGlite) => Promise<T>): Promise<T> {
    await this.acquire();
    try {
      const result = await withHiddenValues(() => work(this.#pglite));
      await this.#afterCommit();
      return result;
    } finally {
      this.release();
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await withHiddenValues(() => this.#statements.query<R>(query.sql, query.parameters));
    // Reads leave the log as it was, and then the sync finds nothing to do.
    if (!this.#inTransaction && query.query.kind !== 'SelectQueryNode') await this.#afterCommit();
    return {
      rows: result.rows,
      ...(result.affectedRows === undefined ? {} : { numAffectedRows: BigInt(result.affectedRows) }),
    };
  }

  async begin(): Promise<void> {
    await this.#pglite.exec('begin');
    this.#inTransaction = true;
  }

  async commit(): Promise<void> {
    this.#inTransaction = false;
    await this.#pglite.exec('commit');
    await this.#afterCommit();
  }

  async rollback(): Promise<void> {
    this.#inTransaction = false;
    await this.#pglite.exec('rollback');
  }

  // oxlint-disable-next-line require-yield -- PGlite has no cursors; the interface wants a generator.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database cannot stream rows; page through them instead.');
  }
}

class EmbeddedDriver implements Driver {
  readonly #connection: EmbeddedConnection;

  constructor(connection: EmbeddedConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#connection.acquire();
    return this.#connection;
  }

  async beginTransaction(): Promise<void> {
    await this.#connection.begin();
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.commit();
  }

  async rollbackTransaction(): Promise<void> {
    await this.#connection.rollback();
  }

  async releaseConnection(): Promise<void> {
    this.#connection.release();
  }

  async destroy(): Promise<void> {}
}

export function embeddedDialect(connection: EmbeddedConnection): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EmbeddedDriver(connection),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
