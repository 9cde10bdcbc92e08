import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { withHiddenValues } from './hide-values.server.ts';
import type { DatabaseWatch } from './watch-statements.server.ts';

/** 'Cached plan must not change result type': a migration changed the type of a column that a named statement reads. */
const STALE_PLAN = '0A000';

/**
 * Wraps a connection for Kysely. After a time-out or a network error, the next answer of the connection may belong to
 * the old statement. So it accepts no further statement, not even a rollback, and the pool discards it.
 */
export function discardLostConnection(
  client: pg.PoolClient,
  { nameOf, watch }: { nameOf: (text: string) => string | undefined; watch: DatabaseWatch | null },
): PostgresPoolClient {
  let lost: Error | null = null;
  async function query(text: string, values: readonly unknown[]) {
    if (lost) throw lost;
    // Without values it is `begin` or `commit`, which has no plan.
    const name = values.length > 0 ? nameOf(text) : undefined;
    const startedAt = performance.now();
    try {
      const result = await withHiddenValues(() => client.query({ name, text, values: [...values] }));
      watch?.statement(text, startedAt, true);
      return result;
    } catch (error) {
      watch?.statement(text, startedAt, false);
      // Other errors that the server reported leave the connection usable.
      if (!(error instanceof pg.DatabaseError) || error.code === STALE_PLAN) lost = error as Error;
      throw error;
    }
  }
  return {
    // The other form of `query` is for cursors, which the shop does not use.
    query: query as unknown as PostgresPoolClient['query'],
    // Kysely passes `false` to keep a connection.
    release: (error) => client.release(error || (lost ?? false)),
  };
}
