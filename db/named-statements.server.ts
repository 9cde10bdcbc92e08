import { createHash } from 'node:crypto';
import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { withHiddenValues } from './hide-values.server.ts';

/** Each name is kept by each connection on both sides. The shop has about two hundred statements. */
const MOST_NAMES = 500;
/** Lists of changing length make a text of their own for each length: most are seen once or twice. */
const NAMED_FROM_USE = 3;

/**
 * Gives a name to each statement that comes back, so that PostgreSQL parses and plans it once for each
 * connection. One that selects `*` stays without: after a migration its kept plan would be refused.
 */
export class StatementNames {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < NAMED_FROM_USE || this.#names.size >= MOST_NAMES || selectsAll(text)) {
      // Forgets the rare ones all at once instead of watching each.
      if (this.#uses.size > 4 * MOST_NAMES) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    this.#names.set(text, name);
    return name;
  }
}

/** `select *`, `orders.*`, `returning *`; not `count(*)`, and no harm in taking a product for one. */
function selectsAll(text: string): boolean {
  return /(?<!count\()\*/.test(text);
}

/** What Kysely asks of a connection, with names given on the way. Statements without values keep none. */
export function withStatementNames(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  let lost: Error | null = null;
  async function query(text: string, values: readonly unknown[]) {
    // On a connection that has fallen silent nothing is asked any more, not even to roll back.
    if (lost) throw lost;
    const name = values.length > 0 ? names.nameOf(text) : undefined;
    const statement = { text, values: [...values], ...(name === undefined ? {} : { name }) };
    try {
      return await withHiddenValues(() => client.query(statement));
    } catch (error) {
      // Whatever is not the server's own word leaves a connection of which nobody knows what it will say next.
      if (!(error instanceof pg.DatabaseError)) lost = error as Error;
      throw error;
    }
  }
  return {
    // The other form of `query` is for cursors, which the shop has none of.
    query: query as unknown as PostgresPoolClient['query'],
    // Kysely says `false` for a connection that is to be kept.
    release: (error) => client.release(error || (lost ?? false)),
  };
}
