import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Encrypts with AES-256-GCM: `iv.tag.ciphertext` in base64url. For tax ids and secret settings, which are read by
 * whoever calls the provider and by nobody else, and for keys that are sold, which only their owner reads.
 */
export function sealText(key: Buffer, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
}

/** @throws if the text was changed or encrypted with another AUTH_SECRET. */
export function unsealText(key: Buffer, text: string): string {
  const [iv, tag, sealed] = text.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!iv || !tag || !sealed) throw new Error('A sealed text has three parts; this one has not.');
  const decipher = createDecipheriv('aes-256-gcm', key, iv);
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
}

/** null: it was changed, or encrypted with another AUTH_SECRET. */
export function tryUnseal(key: Buffer, text: string): string | null {
  try {
    return unsealText(key, text);
  } catch {
    return null;
  }
}
