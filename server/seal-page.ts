import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib';
import type { Encoding } from '#app/endpoints/choose-encoding.ts';
import { copyBytes } from './copy-bytes.ts';

/** A rendered page as it is kept: compressed once, and allowed to run exactly the scripts it was rendered with. */
export interface SealedPage {
  etag: string;
  /** Sources for `script-src`: one hash for each inline script. */
  scripts: string[];
  body(encoding: Encoding | null): Buffer;
  /** What it takes in memory. */
  bytes: number;
}

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * Takes the nonce out of a page that was rendered with one nobody else knows, and puts the hashes of the scripts
 * that carried it in its place. A script that found its way in otherwise carried none, so it gets no hash.
 * @returns null where the nonce stands elsewhere too: such a page is not the same for everybody.
 */
export async function sealPage(rendered: string, nonce: string): Promise<SealedPage | null> {
  const mark = ` nonce="${nonce}"`;
  const scripts = new Set<string>();
  for (const [, attributes = '', script = ''] of rendered.matchAll(SCRIPT)) {
    if (attributes.includes(mark) && script !== '') scripts.add(`'sha256-${digest(script)}'`);
  }
  const html = rendered.replaceAll(mark, '');
  if (html.includes(nonce)) return null;
  const plain = Buffer.from(html);
  const compressed = await Promise.all([
    promisify(brotliCompress)(plain, {
      params: {
        // Level 11 takes 60 times as long for a tenth less, and who walks through all skins would ask for it each time.
        [constants.BROTLI_PARAM_QUALITY]: 6,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  const [brotli, zipped] = compressed.map(copyBytes) as [Buffer, Buffer];
  // Who reads no compression is rare; their copy would weigh more than both others. But a load of them, unpacked for
  // each, would be so much memory outside of V8's heap that it collects every tenth of a second.
  let unpacked: WeakRef<Buffer> | undefined;
  function unpack(): Buffer {
    const known = unpacked?.deref();
    if (known) return known;
    const bytes = gunzipSync(zipped);
    unpacked = new WeakRef(bytes);
    return bytes;
  }
  return {
    // Weak, because the encodings of a page share it (RFC 9110 section 8.8.1).
    etag: `W/"${digest(html).slice(0, 27)}"`,
    scripts: [...scripts],
    body: (encoding) => (encoding === 'br' ? brotli : encoding === 'gzip' ? zipped : unpack()),
    bytes: brotli.length + zipped.length,
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
