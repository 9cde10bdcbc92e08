import { createHmac } from 'node:crypto';

/** What an authenticator app shows (RFC 6238: SHA-1, 30 s, six digits). `stepsAhead`: a later code than the present one. */
export function totpCode(otpauthUriOrSecret: string, stepsAhead = 0): string {
  const secret = otpauthUriOrSecret.startsWith('otpauth:')
    ? (new URL(otpauthUriOrSecret).searchParams.get('secret') ?? '')
    : otpauthUriOrSecret;
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead));
  const digest = createHmac('sha1', readBase32(secret)).update(counter).digest();
  const offset = digest.at(-1)! & 15;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

function readBase32(text: string): Buffer {
  const bits = [...text.replace(/[\s=]/g, '').toUpperCase()]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}
