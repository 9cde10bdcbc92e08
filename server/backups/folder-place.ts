import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandRefused } from '../commands/command-refused.ts';
import { nullIfMissing } from '../storage/null-if-missing.ts';
import { isBackupName, type BackupPlace, type BackupReader } from './backup-place.ts';
import { MANIFEST_FILE } from './manifest.ts';

/** What a process that was killed has left is removed after this time. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** A folder with one folder for each backup. An unfinished one has another name. */
export function createFolderPlace(directory: string): BackupPlace {
  return {
    addressOf: (name) => resolve(directory, name),
    async begin(name) {
      const draft = join(directory, `${name}.part`);
      await mkdir(directory, { recursive: true, mode: 0o700 }).catch(explainFolder(directory));
      await removeAbandoned(directory);
      try {
        // Whoever else may read this machine's disk finds everything about the customers in it.
        await mkdir(draft, { mode: 0o700 });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        throw new CommandRefused(`Outro backup está sendo feito em ${resolve(draft)}.`);
      }
      return {
        write: (file, content) => writeWhole(join(draft, file), content),
        part: (file) => createReadStream(join(draft, file)),
        async finish(manifest) {
          await writeWhole(join(draft, MANIFEST_FILE), [Buffer.from(manifest)]);
          await syncFolder(draft);
          await rename(draft, join(directory, name));
          await syncFolder(directory);
        },
        abandon: () => rm(draft, { recursive: true, force: true }),
      };
    },
    async list() {
      const names = await readdir(directory).catch(nullIfMissing).catch(explainFolder(directory));
      return (names ?? []).filter(isBackupName).sort();
    },
    read: (name) => readFolder(join(directory, name)),
    async remove(name) {
      // Renamed first: a removal that stops half-way leaves nothing that looks whole.
      const going = join(directory, `${name}.part`);
      await rename(join(directory, name), going);
      await rm(going, { recursive: true, force: true });
    },
  };
}

/** One backup by its folder. */
export function openFolderBackup(folder: string): { place: BackupPlace; name: string } {
  const whole = resolve(folder);
  return {
    place: createFolderPlace(dirname(whole)),
    name: basename(whole),
  };
}

function readFolder(folder: string): BackupReader {
  return {
    async manifest() {
      try {
        return await readFile(join(folder, MANIFEST_FILE), 'utf8');
      } catch (error) {
        if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
        throw error;
      }
    },
    part: (file) => createReadStream(join(folder, file)),
  };
}

const explainFolder =
  (directory: string) =>
  (error: NodeJS.ErrnoException): never => {
    // A file stands there, or in the place of a folder above.
    if (error.code !== 'EEXIST' && error.code !== 'ENOTDIR') throw error;
    throw new CommandRefused(
      `${resolve(directory)} não é uma pasta: há um arquivo nesse caminho. Escolha outra pasta para o backup.`,
    );
  };

async function writeWhole(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  await using file = await open(path, 'w', 0o600);
  for await (const piece of content) await file.writeFile(piece);
  await file.sync();
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder.
  const folder = await open(path).catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.endsWith('.part') || !isBackupName(name.slice(0, -'.part'.length))) continue;
    const { mtimeMs } = await stat(join(directory, name));
    // One that another account made stays; the new backup begins all the same.
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS)
      await rm(join(directory, name), { recursive: true, force: true }).catch(() => {});
  }
}
