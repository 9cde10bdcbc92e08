import { createPrivateKey, createPublicKey, hkdfSync, sign, type KeyObject } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derived of AUTH_SECRET: every process has the same, and another secret is another shop. */
function privateKey(sealingKey: Buffer): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', sealingKey, '', 'fulgor trust page', 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}

/** The bare 32 bytes in base64url. */
export function publicKeyOf(sealingKey: Buffer): string {
  return createPublicKey(privateKey(sealingKey)).export({ format: 'jwk' }).x ?? '';
}

/** The document with the Ed25519 signature over its canonical JSON, 64 bytes in base64url. */
export function signDocument<Document extends object>(
  sealingKey: Buffer,
  document: Document,
): Document & { signature: string } {
  const bytes = Buffer.from(canonicalJson(document));
  return { ...document, signature: sign(null, bytes, privateKey(sealingKey)).toString('base64url') };
}
