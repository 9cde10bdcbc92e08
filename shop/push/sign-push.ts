import { createECDH, createPrivateKey, sign } from 'node:crypto';

/** Push services accept a day at most. */
const VALID_SECONDS = 12 * 3600;

/** The public half of a key of 32 bytes, as browsers and push services want it: an uncompressed point in base64url. */
export function publicPushKey(privateKey: Buffer): string {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  return ecdh.getPublicKey('base64url');
}

/** The header that tells a push service which shop sends (VAPID, RFC 8292). `contact`: https: or mailto:. */
export function signPush({
  endpoint,
  privateKey,
  contact,
  now,
}: {
  endpoint: string;
  privateKey: Buffer;
  contact: string;
  now: Date;
}): string {
  const publicKey = publicPushKey(privateKey);
  const expiry = Math.floor(now.getTime() / 1000) + VALID_SECONDS;
  const parts = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: new URL(endpoint).origin, exp: expiry, sub: contact },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}
