import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scryptSync } from 'node:crypto';
import { CommandRefused } from '../commands/command-refused.ts';

/** So much is in memory, and is let through only after it was checked. */
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** The key of one backup. Each part is sealed with its own key, so no part can take the place of another. */
export interface SealingKeys {
  salt: string;
  of(purpose: string): Buffer;
}

/** `salt`: of a backup that there is; a new one has a new salt. */
export function deriveSealingKeys(
  passphrase: string,
  salt = randomBytes(16).toString('base64'),
): SealingKeys {
  const root = scryptSync(passphrase, Buffer.from(salt, 'base64'), 32, SCRYPT);
  return { salt, of: (purpose) => Buffer.from(hkdfSync('sha256', root, '', `fulgor backup ${purpose}`, 32)) };
}

/**
 * AES-256-GCM in chunks, each with its number and whether it is the last: chunks cannot be left out, swapped or cut
 * off unnoticed. `key` serves for one stream only.
 */
export async function* sealStream(content: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { chunk, isLast } of cut(content, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, isLast));
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

export async function* unsealStream(content: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { chunk, isLast } of cut(content, CHUNK_BYTES + TAG_BYTES)) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number++, isLast));
    let opened: Buffer;
    try {
      decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
      opened = Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new CommandRefused('O backup está cortado ou foi alterado: o conteúdo cifrado não confere.');
    }
    yield opened;
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Chunks of exactly this size; the last one may be shorter, and there is always one. */
async function* cut(
  content: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let waiting = Buffer.alloc(0);
  for await (const piece of content) {
    waiting = waiting.length === 0 ? Buffer.from(piece) : Buffer.concat([waiting, piece]);
    while (waiting.length > bytes) {
      yield { chunk: waiting.subarray(0, bytes), isLast: false };
      waiting = waiting.subarray(bytes);
    }
  }
  yield { chunk: waiting, isLast: true };
}
