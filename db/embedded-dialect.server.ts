import type { PGlite, Transaction } from '@electric-sql/pglite';
import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { withHiddenValues } from './hide-values.server.ts';
import { assertOutsideTransaction } from './transaction-guard.ts';
import { watchStatement, type DatabaseWatch } from './watch-statements.server.ts';

interface Around {
  afterCommit: () => Promise<void>;
  watch: DatabaseWatch | null;
}

/**
 * Kysely over PGlite, whose queue runs one transaction or query at a time.
 *
 * Kysely's own PGlite dialect shares one connection, so a query of another request would run inside the open
 * transaction. Here each caller has its own connection and waits in PGlite's queue. `afterCommit` runs after
 * everything that may have written.
 */
export function embeddedDialect(pglite: PGlite, around: Around): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createDriver(pglite, around),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function createDriver(pglite: PGlite, around: Around): Driver {
  return {
    async init() {},
    async acquireConnection() {
      assertOutsideTransaction();
      return new EmbeddedConnection(pglite, around);
    },
    beginTransaction: (connection: EmbeddedConnection) => connection.begin(),
    commitTransaction: (connection: EmbeddedConnection) => connection.commit(),
    rollbackTransaction: (connection: EmbeddedConnection) => connection.rollback(),
    async releaseConnection() {},
    async destroy() {},
  };
}

class EmbeddedConnection implements DatabaseConnection {
  readonly #pglite: PGlite;
  readonly #around: Around;
  #transaction: { open: Transaction; finish: () => void; ended: Promise<void> } | undefined;

  constructor(pglite: PGlite, around: Around) {
    this.#pglite = pglite;
    this.#around = around;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const target = this.#transaction?.open ?? this.#pglite;
    const { rows, affectedRows } = await watchStatement(this.#around.watch, query.sql, () =>
      withHiddenValues(() => target.query<R>(query.sql, [...query.parameters])),
    );
    // A read does not change the log.
    if (!this.#transaction && query.query.kind !== 'SelectQueryNode') await this.#around.afterCommit();
    return { rows, ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) };
  }

  /** A transaction of PGlite ends with its callback, so the callback waits for Kysely's commit or rollback. */
  async begin(): Promise<void> {
    const begun = Promise.withResolvers<Transaction>();
    const finished = Promise.withResolvers<void>();
    const ended = this.#pglite.transaction(async (open) => {
      begun.resolve(open);
      await finished.promise;
    });
    // Has no effect after the transaction has begun; `commit` reports later failures.
    ended.catch(begun.reject);
    this.#transaction = { open: await begun.promise, finish: finished.resolve, ended };
  }

  async commit(): Promise<void> {
    await this.#end();
    await this.#around.afterCommit();
  }

  async rollback(): Promise<void> {
    try {
      await this.#transaction?.open.rollback();
    } finally {
      await this.#end();
    }
  }

  async #end(): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    transaction?.finish();
    await withHiddenValues(async () => transaction?.ended);
  }

  // oxlint-disable-next-line require-yield -- PGlite has no cursors; the interface wants a generator.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database cannot stream rows; page through them instead.');
  }
}
