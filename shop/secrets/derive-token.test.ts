import { expect, test } from 'vitest';
import { deriveToken, digestToken } from './derive-token.ts';

const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

test('a token has 128 bits, is the same again, and another for each part that it is derived of', () => {
  const token = deriveToken(key, 'gift', 'a', 'b');
  expect(Buffer.from(token, 'base64url')).toHaveLength(16);
  expect(deriveToken(key, 'gift', 'a', 'b')).toBe(token);
  const others = [
    deriveToken(other, 'gift', 'a', 'b'),
    deriveToken(key, 'share', 'a', 'b'),
    deriveToken(key, 'gift', 'c', 'b'),
    deriveToken(key, 'gift', 'a', 'c'),
  ];
  expect(new Set([token, ...others]).size).toBe(5);
  expect(digestToken(token)).toMatch(/^[0-9a-f]{64}$/);
});

test('what is no token has no digest', () => {
  for (const text of ['', 'curto', 'x'.repeat(23), `${'x'.repeat(21)}/`, `${'x'.repeat(21)}\n`]) {
    expect(digestToken(text)).toBeNull();
  }
});
