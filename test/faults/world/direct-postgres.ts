import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface DirectPostgres {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** The harness's own way to the database, around the proxy. Comes back by itself after a restart of the server. */
export function openDirectPostgres(url: string): DirectPostgres {
  let client: pg.Client | null = null;

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    const fresh = new pg.Client({ connectionString: url, application_name: 'faults' });
    fresh.on('error', () => (client = null)).on('end', () => (client = null));
    await fresh.connect();
    client = fresh;
    return fresh;
  }

  async function ask<Row>(text: string, values: unknown[]): Promise<Row[]> {
    for (let tries = 1; ; tries++) {
      try {
        return (await (await connected()).query(text, values)).rows as Row[];
      } catch (error) {
        // A five-letter code below class 57 is PostgreSQL's own opinion of the statement.
        const code = (error as { code?: string }).code ?? '';
        const isLost = code === '' || !/^[0-9A-Z]{5}$/.test(code) || /^(?:08|57|55006)/.test(code);
        if (!isLost || tries >= 100) throw error;
        client = null;
        await sleep(50);
      }
    }
  }

  let last: Promise<unknown> = Promise.resolve();
  return {
    query<Row>(text: string, values: unknown[] = []) {
      const answer = last.then(() => ask<Row>(text, values));
      last = answer.catch(() => {});
      return answer;
    },
    async close() {
      await client?.end().catch(() => {});
      client = null;
    },
  };
}
