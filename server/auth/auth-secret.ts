import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secret that signs sessions. It is made once for each data folder, so that a restart signs nobody out. */
export function ensureAuthSecret(dataDir: string): string {
  const path = join(dataDir, 'auth-secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    // 'wx' fails if the file exists: two processes that start together must use one secret.
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32) {
    throw new Error(
      `${path} está vazio ou cortado: traga-o do último backup, que abre o que está cifrado. Só uma loja que nunca vendeu pode apagá-lo.`,
    );
  }
  return secret;
}

/** For who only looks on. null: no shop has started on this folder. */
export function readAuthSecret(dataDir: string): string | null {
  const path = join(dataDir, 'auth-secret');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}
