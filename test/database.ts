import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openDatabase, type DatabaseHandle } from '#db/client.server.ts';
import { migrate } from '#db/migrate.server.ts';

/**
 * An empty, migrated database of the kind that this test run is about (see vitest.config.ts): in memory,
 * or a database of its own in the PostgreSQL at TEST_DATABASE_URL.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const database = await createEmptyTestDatabase();
  await migrate(database);
  return database;
}

export type TestDatabase = DatabaseHandle & { url: string | null };

/** The same without its tables. */
export async function createEmptyTestDatabase(): Promise<TestDatabase> {
  if (process.env.TEST_DATABASE !== 'postgres')
    return { ...(await openDatabase({ directory: null })), url: null };
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    throw new Error(
      'TEST_DATABASE_URL is not set: start one with `npm run postgres`, or run everything with `npm test`.',
    );
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href, maxConnections: 20 });
  return {
    ...database,
    url: url.href,
    async close() {
      await database.close();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
