import type { BackupReader } from './backup-place.ts';
import type { BackupManifest } from './manifest.ts';
import type { SealingKeys } from './seal-stream.ts';
import { unpackTar } from './tar-stream.ts';
import { CommandRefused } from '../commands/command-refused.ts';
import { readPart } from './write-part.ts';

/** How a dump of `pg_dump` begins. */
const DUMP_MARK = 'PGDMP';

/** Reads a backup from its first byte to its last: hashes, encryption, archive. Throws at what is wrong. */
export async function checkBackup(
  from: Pick<BackupReader, 'part'>,
  { database, parts, files }: Pick<BackupManifest, 'database' | 'parts' | 'files'>,
  keys: SealingKeys | null,
): Promise<void> {
  const content = readPart(from, parts.database, keys);
  if (database === 'embedded') await countEntries(content);
  else await checkDump(content, parts.database.file);
  const entries = await countEntries(readPart(from, parts.files, keys), 'files/');
  if (files.kept === 'here' && entries !== files.count) {
    throw new CommandRefused(`O backup traz ${entries} arquivos enviados, e não os ${files.count} anotados.`);
  }
}

async function countEntries(content: AsyncIterable<Uint8Array>, prefix = ''): Promise<number> {
  let count = 0;
  for await (const entry of unpackTar(content)) {
    if (entry.name.startsWith(prefix)) count++;
    for await (const _ of entry.content);
  }
  return count;
}

async function checkDump(content: AsyncIterable<Uint8Array>, file: string): Promise<void> {
  let isFirst = true;
  for await (const piece of content) {
    if (isFirst && !Buffer.from(piece).subarray(0, DUMP_MARK.length).equals(Buffer.from(DUMP_MARK))) {
      throw new CommandRefused(`${file} não é um despejo do PostgreSQL.`);
    }
    isFirst = false;
  }
}
