import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { withHiddenValues } from './hide-values.server.ts';

/**
 * What Kysely asks of a connection. After a time-out or a network error nobody knows which answer the connection
 * gives next: it takes no further statement, not even a rollback, and the pool throws it away.
 */
export function discardLostConnection(client: pg.PoolClient): PostgresPoolClient {
  let lost: Error | null = null;
  async function query(text: string, values: readonly unknown[]) {
    if (lost) throw lost;
    try {
      return await withHiddenValues(() => client.query(text, [...values]));
    } catch (error) {
      // An error that the server itself reported leaves the connection usable.
      if (!(error instanceof pg.DatabaseError)) lost = error as Error;
      throw error;
    }
  }
  return {
    // The other form of `query` is for cursors, which the shop has none of.
    query: query as unknown as PostgresPoolClient['query'],
    // Kysely passes `false` for a connection that is to be kept.
    release: (error) => client.release(error || (lost ?? false)),
  };
}
