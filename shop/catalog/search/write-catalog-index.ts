import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Catalog } from '../catalog.ts';
import { packSkins, type PackedCatalog } from './packed-catalog.ts';

export interface CatalogIndex {
  /** A digest of the content: processes with the same catalogue give the same one. */
  digest: string;
  json: string;
  /** Compressed at the highest level on first use, then cached. */
  brotli(): Promise<Buffer<ArrayBuffer>>;
}

/** The whole catalogue as one immutable text for browsers. */
export function writeCatalogIndex({ skins }: Catalog): CatalogIndex {
  const packed = packSkins(skins);
  const digest = createHash('sha256').update(JSON.stringify(packed)).digest('base64url').slice(0, 16);
  const json = JSON.stringify({ version: digest, ...packed } satisfies PackedCatalog);
  let compressed: Promise<Buffer<ArrayBuffer>> | undefined;
  return {
    digest,
    json,
    brotli: () => (compressed ??= promisify(brotliCompress)(json, TEXT) as Promise<Buffer<ArrayBuffer>>),
  };
}

const TEXT = { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } };
