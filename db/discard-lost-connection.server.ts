import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { withHiddenValues } from './hide-values.server.ts';

/**
 * Wraps a connection for Kysely. After a time-out or a network error, the next answer of the connection may belong to
 * the old statement. So it accepts no further statement, not even a rollback, and the pool discards it.
 */
export function discardLostConnection(client: pg.PoolClient): PostgresPoolClient {
  let lost: Error | null = null;
  async function query(text: string, values: readonly unknown[]) {
    if (lost) throw lost;
    try {
      return await withHiddenValues(() => client.query(text, [...values]));
    } catch (error) {
      // An error that the server reported leaves the connection usable.
      if (!(error instanceof pg.DatabaseError)) lost = error as Error;
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
