import type { DatabaseHandle } from './client.server.ts';

const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Any constant works, if every process of the shop uses the same one. */
const MIGRATION_LOCK = 7_305_410_112;

/** Every migration of this release, oldest first. */
export function migrationNames(): string[] {
  return migrations().map(({ name }) => name);
}

function migrations(): { name: string; text: string }[] {
  return Object.entries(files)
    .map(([path, text]) => ({ name: path.replace('./migrations/', ''), text }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Migrates the database to this release: every file of `migrations/` once, by name, all in one transaction. Forward
 * only. `upTo` is for tests that migrate from an older release.
 * @returns the names that were applied now.
 */
export async function migrate(database: DatabaseHandle, upTo?: string): Promise<string[]> {
  const all = migrations().filter(({ name }) => upTo === undefined || name <= upTo);

  // Even `if not exists` collides when two processes start at once.
  await database.executeSql(
    `set local statement_timeout = 0; select pg_advisory_xact_lock(${MIGRATION_LOCK});
    create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`,
    [],
    { isLong: true },
  );
  const { rows } = await database.executeSql('select name from schema_migrations');
  const done = new Set(rows.map((row) => (row as { name: string }).name));
  const missing = all.filter(({ name }) => !done.has(name));
  if (missing.length === 0) return [];

  const statements = missing.map(({ name, text }) => {
    const row = `'${name.replaceAll("'", "''")}'`;
    // Two processes may start at once: the second waits for the lock, then fails on this insert.
    return `insert into schema_migrations (name) values (${row});\n${text}\n`;
  });
  try {
    // Several statements in one message are one implicit transaction.
    await database.executeSql(
      `set local statement_timeout = 0; select pg_advisory_xact_lock(${MIGRATION_LOCK});\n${statements.join('\n')}`,
      [],
      { isLong: true },
    );
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return migrate(database, upTo);
    throw error;
  }
  return missing.map(({ name }) => name);
}
