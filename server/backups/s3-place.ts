import { z } from 'zod';
import type { Env } from '../config/env.ts';
import { createS3Files } from '../storage/s3-files.ts';
import { createS3LargeFiles } from '../storage/s3-large-files.ts';
import type { BackupPlace, BackupReader } from './backup-place.ts';
import { CommandRefused } from '../commands/command-refused.ts';
import { MANIFEST_FILE } from './manifest.ts';

const FOLDER = 'backups';
const INDEX = `${FOLDER}/index.json`;
/** Asked for at once: a connection that is read slowly would be cut. */
const READ_BYTES = 8 * 1024 * 1024;

/** Backups in the bucket of the shop. The manifest is written last, and then the name into the list of whole ones. */
export function createS3Place(settings: NonNullable<Env['s3']>): BackupPlace {
  const files = createS3Files(settings);
  const large = createS3LargeFiles(settings);
  const keyOf = (name: string, file: string) => `${FOLDER}/${name}/${file}`;

  async function list(): Promise<string[]> {
    const index = await files.read(INDEX);
    return index === null
      ? []
      : z
          .array(z.string())
          .parse(JSON.parse(String(index)))
          .toSorted();
  }
  const save = (names: string[]) => files.write(INDEX, Buffer.from(JSON.stringify(names)));

  const read = (name: string): BackupReader => ({
    async manifest() {
      const content = await files.read(keyOf(name, MANIFEST_FILE));
      return content && String(content);
    },
    async *part(file, bytes) {
      for (let start = 0; start < bytes; start += READ_BYTES) {
        const end = Math.min(start + READ_BYTES, bytes) - 1;
        const piece = await large.open(keyOf(name, file), { start, end });
        if (piece === null) throw new CommandRefused(`Falta ${file} no backup. Use outro backup.`);
        yield* piece;
      }
    },
  });

  return {
    addressOf: (name) => `s3:${name}`,
    async begin(name) {
      const written = new Set<string>();
      return {
        part: read(name).part,
        async write(file, content) {
          written.add(file);
          await large.write(keyOf(name, file), content);
        },
        async finish(manifest) {
          await files.write(keyOf(name, MANIFEST_FILE), Buffer.from(manifest));
          await save([...(await list()), name]);
        },
        async abandon() {
          for (const file of written) await large.remove(keyOf(name, file));
        },
      };
    },
    list,
    read,
    async remove(name) {
      await save((await list()).filter((each) => each !== name));
      const manifest = await read(name).manifest();
      await files.remove(keyOf(name, MANIFEST_FILE));
      for (const [, file = ''] of manifest?.matchAll(/"file": "([a-z.]+)"/g) ?? [])
        await large.remove(keyOf(name, file));
    },
  };
}
