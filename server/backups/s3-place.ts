import type { Env } from '../config/env.ts';
import { createS3Files, listS3Keys } from '../storage/s3-files.ts';
import { createS3LargeFiles } from '../storage/s3-large-files.ts';
import { isBackupName, nameBackup, type BackupPlace, type BackupReader } from './backup-place.ts';
import { CommandRefused } from '../commands/command-refused.ts';
import { MANIFEST_FILE } from './manifest.ts';

const FOLDER = 'backups';
/** What a process that was killed has left is removed after this time. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** Backups in the bucket of the shop. The manifest is written last, and its key is what the list finds. */
export function createS3Place(settings: NonNullable<Env['s3']>): BackupPlace {
  const files = createS3Files(settings);
  const large = createS3LargeFiles(settings);
  const keyOf = (name: string, file: string) => `${FOLDER}/${name}/${file}`;

  async function list(): Promise<string[]> {
    return wholeOf(await listS3Keys(settings, `${FOLDER}/`));
  }

  /** They hold the whole database, and no manifest leads to them. */
  async function removeAbandoned(): Promise<void> {
    const keys = await listS3Keys(settings, `${FOLDER}/`);
    const whole = new Set(wholeOf(keys));
    const latest = nameBackup(new Date(Date.now() - ABANDONED_AFTER_MS));
    for (const key of keys) {
      const name = key.split('/')[1] ?? '';
      if (isBackupName(name) && name < latest && !whole.has(name))
        // The new backup begins all the same.
        await large.remove(key).catch(() => {});
    }
  }

  const read = (name: string): BackupReader => ({
    async manifest() {
      const content = await files.read(keyOf(name, MANIFEST_FILE));
      return content && String(content);
    },
    async *part(file, bytes) {
      const content = await large.open(keyOf(name, file), { start: 0, end: bytes - 1 });
      if (content === null) throw new CommandRefused(`Falta ${file} no backup. Use outro backup.`);
      yield* content;
    },
  });

  return {
    addressOf: (name) => `s3:${name}`,
    async begin(name) {
      await removeAbandoned();
      const written = new Set<string>();
      return {
        part: read(name).part,
        async write(file, content) {
          written.add(file);
          await large.write(keyOf(name, file), content);
        },
        finish: (manifest) => files.write(keyOf(name, MANIFEST_FILE), Buffer.from(manifest)),
        async abandon() {
          for (const file of written) await large.remove(keyOf(name, file));
        },
      };
    },
    list,
    read,
    async remove(name) {
      const manifest = await read(name).manifest();
      await files.remove(keyOf(name, MANIFEST_FILE));
      for (const [, file = ''] of manifest?.matchAll(/"file": "([a-z.]+)"/g) ?? [])
        await large.remove(keyOf(name, file));
    },
  };
}

const wholeOf = (keys: string[]): string[] =>
  keys
    .filter((key) => key.endsWith(`/${MANIFEST_FILE}`))
    .map((key) => key.slice(FOLDER.length + 1, -MANIFEST_FILE.length - 1))
    .filter(isBackupName)
    .toSorted();
