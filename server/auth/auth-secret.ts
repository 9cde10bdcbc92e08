import { randomBytes, randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { CommandRefused } from '../commands/command-refused.ts';

/** The secret that signs sessions. It is made once for each data folder, so that a restart signs nobody out. */
export function ensureAuthSecret(dataDir: string): string {
  const path = join(dataDir, 'auth-secret');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(path)) makeSecret(path);
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32) {
    throw new CommandRefused(
      `${path} está vazio ou cortado: traga-o do último backup, que abre o que está cifrado. Só uma loja que nunca vendeu pode apagá-lo.`,
    );
  }
  return secret;
}

function makeSecret(path: string): void {
  const part = `${path}.${randomUUID()}.part`;
  try {
    // The name must not be there before the bytes are: on a full disk it would be an empty secret for ever.
    writeFileSync(part, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
    // Unlike a rename, this leaves a file that is there: two processes that start together must use one secret.
    try {
      linkSync(part, path);
    } catch (error) {
      // Some file systems have no links.
      if (codeOf(error) !== 'EEXIST') copyFileSync(part, path, constants.COPYFILE_EXCL);
    }
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(part, { force: true });
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** For who only looks on. null: no shop has started on this folder. */
export function readAuthSecret(dataDir: string): string | null {
  const path = join(dataDir, 'auth-secret');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}
