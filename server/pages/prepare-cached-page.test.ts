import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { prepareCachedPage, type PreparedPage } from './prepare-cached-page.ts';

const NONCE = 'q83vEjRWeJASNFZ4kBI0Vg==';
const mark = `nonce="${NONCE}"`;
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const page = `<!DOCTYPE html><link ${mark} rel="icon" href="/x"/><script ${mark}>um()</script>
<script ${mark} type="module" async="">dois()
</script><script ${mark} src="/assets/a.js"></script><script type="application/ld+json">{"a":1}</script>`;

const read = (sealed: PreparedPage | null) => brotliDecompressSync(sealed?.brotli ?? '').toString();

test('the scripts that carried the nonce are allowed by their hashes, and the nonce is gone', async () => {
  const sealed = await prepareCachedPage(page, NONCE);
  expect(sealed?.scripts).toEqual([hashOf('um()'), hashOf('dois()\n')]);
  const html = read(sealed);
  expect(html).toBe(page.replaceAll(` ${mark}`, ''));
  expect(html).not.toContain('nonce');
});

// shows: threat 27, threat 38
test('a script that broke into the page gets no hash', async () => {
  const sealed = await prepareCachedPage(
    `${page}<script>veneno()</script><script nonce="adivinhado">v()</script>`,
    NONCE,
  );
  expect(sealed?.scripts).toEqual([hashOf('um()'), hashOf('dois()\n')]);
});

test('a page rendered again has the same tag, another page another one', async () => {
  const sealed = await prepareCachedPage(page, NONCE);
  // With another nonce.
  const again = await prepareCachedPage(
    page.replaceAll(NONCE, 'AAAAAAAAAAAAAAAAAAAAAA=='),
    'AAAAAAAAAAAAAAAAAAAAAA==',
  );
  expect(again?.etag).toBe(sealed?.etag);
  expect((await prepareCachedPage(`${page} `, NONCE))?.etag).not.toBe(sealed?.etag);
});

test('a page that says its nonce elsewhere is not kept', async () => {
  expect(await prepareCachedPage(`${page}<p>${NONCE}</p>`, NONCE)).toBeNull();
});

test('what is kept is no piece of a larger buffer', async () => {
  const sealed = await prepareCachedPage(page, NONCE);
  expect(sealed?.brotli.buffer.byteLength).toBe(sealed?.brotli.length);
});
