import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase, type DatabaseHandle } from '#db/client.server.ts';
import type { DatabaseWatch } from '#db/watch-statements.server.ts';

export type TestDatabase = DatabaseHandle & { url: string | null };

/**
 * A migrated database without rows, of the kind that this test run is about (see vitest.config.ts): in memory,
 * or a database of its own in the PostgreSQL at TEST_DATABASE_URL. Copied from what `prepare-databases.ts` made.
 */
export function createTestDatabase(watch?: DatabaseWatch): Promise<TestDatabase> {
  return copyDatabase('prepared.tar', readVariable('TEST_TEMPLATE_DATABASE', isOnServer), watch);
}

/** The same without its tables. */
export function createEmptyTestDatabase(): Promise<TestDatabase> {
  return copyDatabase('empty.tar', 'template1');
}

const isOnServer = process.env.TEST_DATABASE === 'postgres';

async function copyDatabase(image: string, template: string, watch?: DatabaseWatch): Promise<TestDatabase> {
  if (!isOnServer) {
    const images = readVariable('TEST_EMBEDDED_IMAGES', true);
    return { ...(await openDatabase({ image: await openAsBlob(join(images, image)) }, watch)), url: null };
  }
  const { name, url } = await createServerDatabase(template);
  const database = await openDatabase({ ...throughPooler(url), maxConnections: 20 }, watch);
  return {
    ...database,
    url,
    async close() {
      await database.close();
      await dropServerDatabase(name);
    },
  };
}

/** With TEST_POOLER every test goes through a PgBouncer (docs/testing.md). */
function throughPooler(url: string): { url: string; directUrl: string } {
  const host = process.env.TEST_POOLER_HOST;
  return { url: host ? Object.assign(new URL(url), { host }).href : url, directUrl: url };
}

/** Makes a database in the PostgreSQL at TEST_DATABASE_URL. */
export async function createServerDatabase(template: string): Promise<{ name: string; url: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // As files: through its log, which is the default, it takes half as long again.
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return { name, url: url.href };
}

export function dropServerDatabase(name: string): Promise<void> {
  return onServer(`drop database ${name} with (force)`);
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return url;
  throw new Error(
    'TEST_DATABASE_URL is not set: start one with `npm run postgres`, or run everything with `npm test`.',
  );
}

function readVariable(name: string, isNeeded: boolean): string {
  const value = process.env[name];
  if (isNeeded && !value) throw new Error(`${name} is not set: the tests' databases were not prepared.`);
  return value ?? '';
}
