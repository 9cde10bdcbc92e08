import { applyMigrations, type Migration, type MigrationHooks } from './apply-migrations.server.ts';
import type { DatabaseHandle } from './client.server.ts';

const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Every migration of this release, oldest first. */
export function migrationNames(): string[] {
  return migrations().map(({ name }) => name);
}

function migrations(): Migration[] {
  return Object.entries(files)
    .map(([path, text]) => ({ name: path.replace('./migrations/', ''), text }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Migrates the database to this release. Forward only. `upTo` is for tests that migrate from an older release.
 * @returns the names that were applied now.
 */
export function migrate(
  database: DatabaseHandle,
  { upTo, ...hooks }: MigrationHooks & { upTo?: string } = {},
): Promise<string[]> {
  const wanted = migrations().filter(({ name }) => upTo === undefined || name <= upTo);
  return applyMigrations(database, wanted, undefined, hooks);
}
