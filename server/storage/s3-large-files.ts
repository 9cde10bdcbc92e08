import type { LargeFileStore } from '#shop/media/large-file-store.ts';
import { attachment } from '#shop/text/attachment.ts';
import type { Env } from '../config/env.ts';
import { streamOf } from '../http/stream-of.ts';
import { connectS3 } from './s3-files.ts';

/** At most this much of a file is in memory. S3 allows 10,000 parts and none but the last below 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024;
/** Read at once, and whole in memory: a request that lasts as long as its reader wants would be cut. */
const PIECE_BYTES = 2 * 1024 * 1024;
/** For one part or piece on a slow line. */
const PATIENCE_MS = 60_000;
/** For the question whether a file is there: somebody waits for its download. */
const LOOK_MS = 5_000;
const ADDRESS_SECONDS = 300;

/** Large files in the bucket, uploaded in parts. */
export function createS3LargeFiles(
  settings: NonNullable<Env['s3']>,
  { partBytes = PART_BYTES, pieceBytes = PIECE_BYTES, patienceMs = PATIENCE_MS, lookMs = LOOK_MS } = {},
): LargeFileStore {
  const { ask, demand, find, signAddress } = connectS3(settings, patienceMs);
  const { find: look } = connectS3(settings, lookMs);

  async function readPiece(key: string, start: number, last: number): Promise<Uint8Array | null> {
    const end = Math.min(start + pieceBytes - 1, last);
    const answer = await find('GET', key, undefined, { headers: { range: `bytes=${start}-${end}` } });
    return answer && new Uint8Array(await answer.arrayBuffer());
  }
  async function* readPieces(key: string, first: Uint8Array, start: number, end: number) {
    yield first;
    for (let at = start + pieceBytes; at <= end; at += pieceBytes) {
      const piece = await readPiece(key, at, end);
      if (piece === null) throw new Error(`S3 GET ${key}: the file is not there any more.`);
      yield piece;
    }
  }

  return {
    async write(key, content) {
      const begun = await (await demand('POST', key, undefined, { query: '?uploads=' })).text();
      const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1];
      if (!uploadId) throw new Error(`S3 POST ${key}: the answer has no UploadId.`);
      const id = encodeURIComponent(uploadId);
      let mayBeWhole = false;
      try {
        const tags: string[] = [];
        for await (const part of cutParts(content, partBytes)) {
          const query = `?partNumber=${tags.length + 1}&uploadId=${id}`;
          const answer = await demand('PUT', key, part, { query });
          await answer.body?.cancel();
          tags.push(answer.headers.get('etag') ?? '');
        }
        const parts = tags.map(
          (tag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
        );
        const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
        mayBeWhole = true;
        const done = await (await demand('POST', key, body, { query: `?uploadId=${id}` })).text();
        // S3 may begin its answer with 200 and fail later.
        if (done.includes('<Error>')) throw new Error(`S3 POST ${key}: the parts were not put together.`);
      } catch (error) {
        // Parts that nobody puts together cost money until they are given up.
        await ask('DELETE', key, undefined, { query: `?uploadId=${id}` }).catch(() => null);
        // The answer that they are together may have been lost on its way.
        if (mayBeWhole) await find('DELETE', key).catch(() => null);
        throw error;
      }
    },
    async open(key, { start, end }) {
      const first = await readPiece(key, start, end);
      return first && streamOf(readPieces(key, first, start, end));
    },
    address: (key, { name }) =>
      signAddress(key, {
        'X-Amz-Expires': String(ADDRESS_SECONDS),
        'response-content-disposition': attachment(name),
      }),
    async size(key) {
      const answer = await look('HEAD', key);
      return answer && Number(answer.headers.get('content-length'));
    },
    // The bucket's own rule does it (docs/operating.md).
    forgetBroken: async () => 0,
    async remove(key) {
      await find('DELETE', key);
    },
  };
}

/** The content in pieces of exactly this size; the last one may be shorter, and there is at least one. */
async function* cutParts(content: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(bytes);
  let filled = 0;
  let parts = 0;
  for await (const chunk of content) {
    for (let taken = 0; taken < chunk.byteLength;) {
      const piece = chunk.subarray(taken, taken + bytes - filled);
      part.set(piece, filled);
      filled += piece.byteLength;
      taken += piece.byteLength;
      if (filled < bytes) continue;
      yield part;
      parts++;
      part = Buffer.allocUnsafe(bytes);
      filled = 0;
    }
  }
  if (filled > 0 || parts === 0) yield part.subarray(0, filled);
}
