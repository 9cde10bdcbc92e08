import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sealPage } from './seal-page.ts';

const NONCE = 'q83vEjRWeJASNFZ4kBI0Vg==';
const mark = `nonce="${NONCE}"`;
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const page = `<!DOCTYPE html><link ${mark} rel="icon" href="/x"/><script ${mark}>um()</script>
<script ${mark} type="module" async="">dois()
</script><script ${mark} src="/assets/a.js"></script><script type="application/ld+json">{"a":1}</script>`;

test('the scripts that carried the nonce are allowed by their hashes, and the nonce is gone', async () => {
  const sealed = await sealPage(page, NONCE);
  expect(sealed?.scripts).toEqual([hashOf('um()'), hashOf('dois()\n')]);
  const html = sealed?.body(null).toString();
  expect(html).toBe(page.replaceAll(` ${mark}`, ''));
  expect(html).not.toContain('nonce');
});

test('a script that broke into the page gets no hash', async () => {
  const sealed = await sealPage(
    `${page}<script>veneno()</script><script nonce="adivinhado">v()</script>`,
    NONCE,
  );
  expect(sealed?.scripts).toEqual([hashOf('um()'), hashOf('dois()\n')]);
});

test('every encoding is the same page under one tag, and another page has another tag', async () => {
  const sealed = await sealPage(page, NONCE);
  const plain = sealed?.body(null) ?? Buffer.of();
  expect(brotliDecompressSync(sealed?.body('br') ?? '').equals(plain)).toBe(true);
  expect(gunzipSync(sealed?.body('gzip') ?? '').equals(plain)).toBe(true);
  // Who reads no compression seldom comes alone: it is not unpacked for each.
  expect(sealed?.body(null)).toBe(plain);
  // Rendered again, with another nonce.
  const again = await sealPage(
    page.replaceAll(NONCE, 'AAAAAAAAAAAAAAAAAAAAAA=='),
    'AAAAAAAAAAAAAAAAAAAAAA==',
  );
  expect(again?.etag).toBe(sealed?.etag);
  expect((await sealPage(`${page} `, NONCE))?.etag).not.toBe(sealed?.etag);
});

test('a page that says its nonce elsewhere is not kept', async () => {
  expect(await sealPage(`${page}<p>${NONCE}</p>`, NONCE)).toBeNull();
});

test('what is kept takes the memory that is counted for it', async () => {
  const sealed = await sealPage(page, NONCE);
  const buffers = [sealed?.body('br').buffer, sealed?.body('gzip').buffer];
  expect(buffers.reduce((sum, buffer) => sum + (buffer?.byteLength ?? 0), 0)).toBe(sealed?.bytes);
});
