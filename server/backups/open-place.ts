import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import type { BackupPlace } from './backup-place.ts';
import { BackupRefused } from './backup-refused.ts';
import { createFolderPlace } from './folder-place.ts';

/** `to`: a folder, or `s3`. null: where the daily backups go, or a folder of DATA_DIR. */
export function openPlace(env: Pick<Env, 'dataDir' | 's3' | 'backupTo'>, to: string | null): BackupPlace {
  const place = to ?? env.backupTo ?? join(env.dataDir, 'backups');
  if (place !== 's3') return createFolderPlace(place);
  throw new BackupRefused('Para guardar o backup no S3, defina as cinco variáveis S3_*.');
}

/** Old ones go only where the daily ones are kept: another folder is the operator's own. */
export function keepAt(env: Pick<Env, 'backupTo' | 'backupKeep'>, to: string | null): number | null {
  return to === null || to === env.backupTo ? env.backupKeep : null;
}
