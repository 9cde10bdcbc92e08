import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';

const KEY = /^flg_[A-Za-z0-9_-]{32}$/;
const PREFIX_LENGTH = 12;

/** 192 bits. It is shown once. */
export function drawKey(): { key: string; prefix: string; digest: string } {
  const key = `flg_${randomBytes(24).toString('base64url')}`;
  return { key, prefix: key.slice(0, PREFIX_LENGTH), digest: digest(key) };
}

/** null: no key has this form. */
export const digestKey = (text: string): string | null => (KEY.test(text) ? digest(text) : null);

const digest = (key: string) => createHash('sha256').update(key).digest('hex');

/** A key as the list shows it. */
export const shownKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.string()),
  addresses: z.array(z.string()).nullable(),
  createdBy: z.string(),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
});
