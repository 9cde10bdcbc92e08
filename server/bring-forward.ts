import type { DatabaseHandle } from '#db/client.server.ts';
import { migrate } from '#db/migrate.server.ts';
import type { Log } from '#shop/log.ts';
import { CommandRefused } from './commands/command-refused.ts';
import { explainFailure } from './commands/explain-failure.ts';
import { makeBackup } from './backups/make-backup.ts';
import { openPlace } from './backups/open-place.ts';
import type { Env } from './config/env.ts';
import { tellSupervisor } from './workers/worker-messages.ts';

/**
 * Migrates the database of a shop. Before a file that needs a stop no other process may serve, and a whole backup is
 * made, which is the only way back (docs/updating.md). It stays as long as the daily ones where they lie.
 * @returns the names of what was applied now.
 */
export function bringForward(
  env: Pick<Env, 'dataDir' | 'databaseDirectUrl' | 'authSecret' | 's3' | 'backupTo' | 'backupKey'>,
  database: DatabaseHandle,
  log: Log,
  tell = tellSupervisor,
): Promise<string[]> {
  return migrate(database, {
    // It ends who does not serve in time: a large shop would begin again for ever.
    onLong: () => tell({ type: 'step' }),
    async beforeStop() {
      if (await isServed(database))
        throw new CommandRefused(
          'Esta atualização precisa da loja parada: pare todos os processos da versão anterior e inicie de novo. Nada mudou.',
        );
      log.info('database.step_begins');
      try {
        const options = { key: env.backupKey, keep: null };
        const { backup, bytes } = await makeBackup({ env, database, log }, openPlace(env, null), options);
        log.info('backup.before_stop', { backup, bytes });
      } catch (error) {
        const why = explainFailure(error);
        throw why === null
          ? error
          : new CommandRefused(`Não deu para fazer o backup antes desta atualização, e nada mudou. ${why}`);
      }
    },
  });
}

/** Whether another process serves the shop. One process alone holds an embedded database. */
async function isServed(database: DatabaseHandle): Promise<boolean> {
  if (database.kind === 'embedded') return false;
  const { rows } = await database.executeSql(
    "select from pg_stat_activity where datname = current_database() and application_name = 'fulgor-live' limit 1",
  );
  return rows.length > 0;
}
