import { recordBackup, type BackupTry } from '#shop/backups/record-backup.ts';
import type { BackupPlace } from './backup-place.ts';
import { explainFailure } from '../commands/explain-failure.ts';
import type { Env } from '../config/env.ts';
import type { BackupRequest } from './answer-requests.ts';
import { makeBackup, type BackupDone, type BackupSource } from './make-backup.ts';
import { keepAt, openPlace } from './open-place.ts';

/** Makes a backup and writes down what came of it, for staff and for `/metrics`. */
export async function makeRecordedBackup(
  source: BackupSource,
  place: BackupPlace,
  options: { key: string | null; keep: number | null },
): Promise<BackupDone> {
  const startedAt = new Date();
  const record = (result: BackupTry['result']) =>
    recordBackup(source.database.db, { startedAt, endedAt: new Date(), result }).catch((error: unknown) =>
      source.log.error('backup.not_recorded', { error }),
    );
  try {
    const done = await makeBackup(source, place, options);
    source.log.info('backup.made', { ...done });
    await record({ address: done.backup, bytes: done.bytes });
    return done;
  } catch (error) {
    source.log.error('backup.failed', { error });
    await record({ failure: explainFailure(error) ?? 'O motivo está no log, em backup.failed.' });
    throw error;
  }
}

/** The same where somebody asks for it. */
export const makeBackupAt = (
  source: BackupSource & { env: Pick<Env, 'backupTo' | 'backupKeep'> },
  { to, key }: BackupRequest,
): Promise<BackupDone> =>
  makeRecordedBackup(source, openPlace(source.env, to), { key, keep: keepAt(source.env, to) });
