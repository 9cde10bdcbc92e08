import { hkdfSync } from 'node:crypto';

/** Derives the key for tax ids, 32 bytes, from the secret that signs sessions. */
export function deriveSealingKey(authSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', authSecret, '', 'fulgor tax id', 32));
}
