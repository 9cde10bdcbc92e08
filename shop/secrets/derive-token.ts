import { createHash, createHmac } from 'node:crypto';

type TokenPurpose =
  | 'gift'
  | 'share'
  | 'feed'
  | 'feed-file'
  | 'rescue-stop'
  | 'rescue-confirm'
  | 'confirm-address';

/**
 * 128 bits for an address that opens something to whoever holds it. It is derived of the shop's secret and a random
 * value of its row, so that it can be told again and stands neither in the database nor in a queue.
 */
export function deriveToken(key: Buffer, purpose: TokenPurpose, id: string, nonce: string): string {
  const mac = createHmac('sha256', key).update(`${purpose}:${id}:${nonce}`).digest();
  return mac.subarray(0, 16).toString('base64url');
}

const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/**
 * What the database keeps and finds a token by. How far a look-up in its index goes says nothing about a token, because
 * nobody can choose a digest.
 * @returns null: no token has this form.
 */
export function digestToken(token: string): string | null {
  return TOKEN.test(token) ? createHash('sha256').update(token).digest('hex') : null;
}
