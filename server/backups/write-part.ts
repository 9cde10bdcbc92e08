import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { BackupDraft, BackupReader } from './backup-place.ts';
import { CommandRefused } from '../commands/command-refused.ts';
import type { BackupPart } from './manifest.ts';
import { sealStream, unsealStream, type SealingKeys } from './seal-stream.ts';

/** Compresses, encrypts where there are keys, and writes. */
export async function writePart(
  draft: BackupDraft,
  name: string,
  content: AsyncIterable<Uint8Array>,
  keys: SealingKeys | null,
): Promise<BackupPart> {
  const file = `${name}.zst${keys ? '.enc' : ''}`;
  const hash = createHash('sha256');
  let bytes = 0;
  const compressed = chain(content, createZstdCompress());
  const sealed = keys ? sealStream(compressed, keys.of(file)) : compressed;
  await draft.write(file, counted());
  return { file, bytes, sha256: hash.digest('hex') };

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of sealed) {
      hash.update(piece);
      bytes += piece.byteLength;
      yield piece;
    }
  }
}

/** What `writePart` was given. Throws at the end if a byte of it is another. */
export async function* readPart(
  from: Pick<BackupReader, 'part'>,
  { file, bytes, sha256 }: BackupPart,
  keys: SealingKeys | null,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let read = 0;
  const sealed = counted();
  const compressed = keys ? unsealStream(sealed, keys.of(file)) : sealed;
  try {
    yield* chain(compressed, createZstdDecompress());
  } catch (error) {
    throw asRefusal(error, file);
  }
  if (read !== bytes || hash.digest('hex') !== sha256) throw damaged(file);

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of from.part(file, bytes)) {
      hash.update(piece);
      read += piece.byteLength;
      yield piece;
    }
  }
}

/** An error of either side ends the other one, and is thrown where the result is read. */
function chain(
  content: AsyncIterable<Uint8Array>,
  through: ReturnType<typeof createZstdCompress>,
): AsyncIterable<Uint8Array> {
  const source = Readable.from(content, { objectMode: false });
  source.on('error', (error) => through.destroy(error));
  through.on('close', () => source.destroy());
  return source.pipe(through) as AsyncIterable<Uint8Array>;
}

const damaged = (file: string) =>
  new CommandRefused(`${file} está cortado ou foi alterado: a soma SHA-256 não confere. Use outro backup.`);

function asRefusal(error: unknown, file: string): unknown {
  const { code = '' } = error as { code?: string };
  if (code === 'ENOENT') return new CommandRefused(`Falta ${file} no backup. Use outro backup.`);
  if (code.startsWith('ZSTD_') || code === 'Z_BUF_ERROR' || code === 'ERR_TRUNCATED') return damaged(file);
  return error;
}
