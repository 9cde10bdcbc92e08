import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { createAuth } from '#server/auth/auth.ts';
import { ACCESS } from '../e2e/authorization/access-table.ts';
import { listAddresses } from './list-addresses.ts';

export interface BodyAddress {
  method: string;
  /** With its `:parts`. */
  path: string;
  /** Somebody reads it; elsewhere it is only refused. */
  isRead: boolean;
}

const ACTION = /^export (?:async function|function|const) action\b|^export \{[^}]*\baction\b/m;

/**
 * Every address that a body can be sent to: each route of the shop, whose action React Router runs for whatever is not
 * a GET, and what the auth library answers below its own address.
 */
export function listBodyAddresses(): BodyAddress[] {
  const routes = listAddresses().flatMap(({ path, file }) => {
    const isRead = ACTION.test(readFileSync(join(import.meta.dirname, '../../app', file), 'utf8'));
    const { kind, methods = {} } = ACCESS[path] ?? {};
    const others = kind === 'api' ? Object.keys(methods).filter((method) => method !== 'GET') : [];
    return [...new Set(['POST', ...others])].map((method) => ({ method, path, isRead }));
  });
  return [...routes, ...listAuthAddresses()];
}

function listAuthAddresses(): BodyAddress[] {
  // The library names its addresses without asking a database.
  const db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const auth = createAuth(
    { appUrl: 'http://localhost', authSecret: 'x'.repeat(40) },
    { db } as never,
    { firstSettings: { brandName: 'x' }, log: { warn: () => {} } } as never,
  );
  return Object.values(
    auth.api as object as Record<string, { path?: string; options?: { method?: unknown } }>,
  )
    .filter(({ path, options }) => path !== undefined && [options?.method].flat().includes('POST'))
    .map(({ path }) => ({ method: 'POST', path: `/api/auth${path}`, isRead: true }));
}
