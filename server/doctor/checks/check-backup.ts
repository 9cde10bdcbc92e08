import { resolve, sep } from 'node:path';
import { broken, notRunning, ok, warning, type Check } from '../check.ts';

const HOUR_MS = 3_600_000;
const OLD_HOURS = 26;

export const checkBackup: Check = {
  name: 'backup',
  title: 'Backup',
  async examine(place) {
    const { backupTo, dataDir } = place.env;
    const told = await place.running();
    if (!told?.facts) return notRunning;
    const { lastAt, trouble } = told.facts.backup;
    if (trouble !== null)
      return broken(
        `O backup falha: ${trouble.failure}`,
        'Resolva o que a frase diz e rode: npm run backup.',
      );
    if (lastAt === null)
      return warning(
        'Esta loja nunca fez um backup.',
        backupTo === null
          ? 'Defina BACKUP_TO e BACKUP_KEY para um por noite, ou rode: npm run backup.'
          : 'Ela faz um às 5 h da manhã. Para ter um já, rode: npm run backup.',
      );
    const hours = Math.floor((place.now().getTime() - lastAt.getTime()) / HOUR_MS);
    const says = hours < 1 ? 'O último backup tem menos de uma hora.' : `O último backup tem ${hours} h.`;
    if (backupTo === null && hours >= OLD_HOURS)
      return warning(says, 'Defina BACKUP_TO para um backup por noite, ou rode: npm run backup.');
    if (
      backupTo !== null &&
      backupTo !== 's3' &&
      `${resolve(backupTo)}${sep}`.startsWith(resolve(dataDir) + sep)
    )
      return warning(
        `${says} Ele fica dentro de DATA_DIR: o que levar a pasta da loja leva os backups junto.`,
        'Aponte BACKUP_TO para outro disco, ou para s3.',
      );
    return ok(says);
  },
};
