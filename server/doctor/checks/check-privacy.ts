import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isOpenToOthers } from '../../storage/make-private.ts';
import { ok, warning, type Check } from '../check.ts';

/** The data folder and the one of backups hold everything about the customers, and the shop's secret. */
export const checkPrivacy: Check = {
  name: 'privacy',
  title: 'Pastas da loja',
  async examine({ env: { dataDir, backupTo } }) {
    const isOpen = (path: string) => {
      try {
        return isOpenToOthers(path);
      } catch {
        // It is not there yet.
        return false;
      }
    };
    if (isOpen(dataDir))
      return warning(
        `Outras contas desta máquina entram em ${dataDir}, onde estão o banco, os e-mails e o segredo da loja.`,
        `Inicie a loja de novo, que ela fecha a pasta. Se o aviso continuar, a pasta é de outra conta: chmod -R go= ${dataDir}.`,
      );
    const folder = backupTo === 's3' ? null : backupTo;
    const open = folder && namesIn(folder).find((name) => isOpen(join(folder, name)));
    return open
      ? warning(
          `Outras contas desta máquina leem o backup ${join(folder, open)}.`,
          `Feche a pasta: chmod -R go= ${join(folder, open)}.`,
        )
      : ok('Só a conta que roda a loja entra nas pastas dela.');
  },
};

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.startsWith('fulgor-'));
  } catch {
    return [];
  }
}
