import { createHmac, hkdfSync } from 'node:crypto';

/** A key of the stock as a value that can be compared and not be read: short ones would be guessed without the secret. */
export function digestKey(sealingKey: Buffer, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', sealingKey, '', 'fulgor stock key digest', 32));
  return createHmac('sha256', key).update(text).digest('base64url');
}
