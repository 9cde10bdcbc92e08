import { hkdfSync } from 'node:crypto';

/** What tax ids are sealed with: 32 bytes of their own, from the secret that signs sessions. */
export function deriveSealingKey(authSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', authSecret, '', 'fulgor tax id', 32));
}
