import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { broken, ok, warning, type Check, type Finding } from '../check.ts';

const GIGABYTE = 1e9;
/** A night of backup, pictures and the database's log need about this much. */
const COMFORTABLE_BYTES = 2 * GIGABYTE;
const LEAST_BYTES = 0.3 * GIGABYTE;

export const checkDisk: Check = {
  name: 'disk',
  title: 'Disco',
  async examine({ env: { dataDir } }) {
    const probe = join(dataDir, `doctor-${randomUUID()}`);
    try {
      await writeFile(probe, 'fulgor');
      await rm(probe);
      return judgeSpace(await statfs(dataDir));
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      return broken(
        code === 'ENOSPC' ? 'O disco está cheio.' : `Não dá para gravar em ${dataDir} (${code}).`,
        code === 'ENOSPC'
          ? 'Apague backups antigos ou aumente o disco, e inicie a loja de novo.'
          : 'Confira DATA_DIR, o dono da pasta e as permissões dela.',
      );
    }
  },
};

export function judgeSpace(disk: { bavail: number; bsize: number; files: number; ffree: number }): Finding {
  const free = disk.bavail * disk.bsize;
  const says = `${(free / GIGABYTE).toFixed(1).replace('.', ',')} GB livres no disco de DATA_DIR.`;
  const cure = 'Apague backups antigos ou aumente o disco: com ele cheio a loja para de vender.';
  // Some file systems do not count files.
  if (disk.files > 0 && disk.ffree / disk.files < 0.01)
    return broken('O disco de DATA_DIR quase não aceita mais arquivos (inodes).', cure);
  if (free < LEAST_BYTES) return broken(`Só ${says}`, cure);
  return free < COMFORTABLE_BYTES ? warning(`Só ${says}`, cure) : ok(says);
}
