import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { isBackupName, type BackupPlace } from './backup-place.ts';
import { CommandRefused } from '../commands/command-refused.ts';
import { createFolderPlace, openFolderBackup } from './folder-place.ts';
import { createS3Place } from './s3-place.ts';

/** `to`: a folder, or `s3`. null: where the daily backups go, or a folder of DATA_DIR. */
export function openPlace(env: Pick<Env, 'dataDir' | 's3' | 'backupTo'>, to: string | null): BackupPlace {
  const place = to ?? env.backupTo ?? join(env.dataDir, 'backups');
  if (place !== 's3') {
    if (/^s3(?::|$)/i.test(place))
      throw new CommandRefused('Para o S3, escreva só s3: o bucket vai em S3_BUCKET.');
    return createFolderPlace(place);
  }
  if (env.s3 !== null) return createS3Place(env.s3);
  throw new CommandRefused('Para guardar ou buscar um backup no S3, defina as cinco variáveis S3_*.');
}

/** Old ones go only where the daily ones are kept: another folder is the operator's own. */
export function keepAt(env: Pick<Env, 'backupTo' | 'backupKeep'>, to: string | null): number | null {
  return to === null || to === env.backupTo ? env.backupKeep : null;
}

/** A backup by what the operator wrote: its folder, `s3:NAME`, or `s3` for the newest there. */
export async function openBackup(
  env: Pick<Env, 'dataDir' | 's3' | 'backupTo'>,
  from: string,
): Promise<{ place: BackupPlace; name: string }> {
  if (!/^s3(?::|$)/.test(from)) return openFolderBackup(from);
  const place = openPlace(env, 's3');
  const name = from.slice('s3:'.length) || (await place.list()).at(-1);
  if (name === undefined) throw new CommandRefused('Não há nenhum backup no S3.');
  if (!isBackupName(name)) throw new CommandRefused(`${name} não é o nome de um backup.`);
  return { place, name };
}
