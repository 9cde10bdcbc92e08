import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { LargeFileStore } from '#shop/media/large-file-store.ts';
import { startS3Server } from '#test/providers/s3-server.ts';
import { createDiskLargeFiles } from './disk-large-files.ts';
import { createS3LargeFiles } from './s3-large-files.ts';

const PART_BYTES = 5 * 1024 * 1024;

const directory = await mkdtemp(join(tmpdir(), 'fulgor-large-'));
afterAll(() => rm(directory, { recursive: true, force: true }));

const stores = {
  async disk() {
    return { files: createDiskLargeFiles(directory), close: async () => {} };
  },
  async s3() {
    const server = await startS3Server();
    const files = createS3LargeFiles(server.settings, { partBytes: PART_BYTES });
    return { files, close: () => server.close() };
  },
};

/** A byte says where it stands. */
const ALL = Buffer.alloc(2 * PART_BYTES + 1);
for (let at = 0; at < ALL.length; at++) ALL[at] = (at * 31) % 251;
const slice = (start: number, end: number) => ALL.subarray(start, end + 1);

async function* bytes(count: number, chunk = 70_001): AsyncGenerator<Buffer> {
  for (let at = 0; at < count; at += chunk) yield slice(at, Math.min(at + chunk, count) - 1);
}

async function readAll(stream: ReadableStream<Uint8Array> | null): Promise<Buffer | null> {
  if (!stream) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe.each(Object.entries(stores))('large files on %s', (kind, open) => {
  let files: LargeFileStore;
  let close: () => Promise<void>;
  beforeAll(async () => ({ files, close } = await open()));
  afterAll(() => close());

  test.each([
    ['a byte', 1],
    ['a part to the byte', PART_BYTES],
    ['two parts and a byte', 2 * PART_BYTES + 1],
  ])('%s is read back, whole and by ranges', async (_what, count) => {
    await files.write('kept/whole', bytes(count));
    const whole = await readAll(await files.open('kept/whole', { start: 0, end: count - 1 }));
    expect(whole?.equals(slice(0, count - 1))).toBe(true);
    expect([await files.size('kept/whole'), await files.size('kept/none')]).toEqual([count, null]);
    const start = Math.floor(count / 2);
    const end = Math.min(count - 1, start + 1000);
    expect(await readAll(await files.open('kept/whole', { start, end }))).toEqual(slice(start, end));
  });

  test('an upload that breaks off leaves nothing behind', async () => {
    async function* broken() {
      yield* bytes(PART_BYTES + 1);
      throw new Error('hung up');
    }
    await expect(files.write('kept/broken', broken())).rejects.toThrow('hung up');
    expect(await files.open('kept/broken', { start: 0, end: 0 })).toBeNull();
    if (kind === 'disk') expect((await readdir(join(directory, 'kept'))).join()).not.toContain('broken');
  });

  test('while a file is replaced, the one before is there', async () => {
    await files.write('kept/twice', bytes(10));
    async function* slow() {
      yield Buffer.from('new');
      expect(await readAll(await files.open('kept/twice', { start: 0, end: 9 }))).toEqual(slice(0, 9));
    }
    await files.write('kept/twice', slow());
    expect(String(await readAll(await files.open('kept/twice', { start: 0, end: 2 })))).toBe('new');
  });

  test('what was removed, or never was, is not there', async () => {
    await files.write('kept/gone', bytes(3));
    await files.remove('kept/gone');
    await files.remove('kept/gone');
    expect(await files.open('kept/gone', { start: 0, end: 0 })).toBeNull();
  });

  test('a key that could leave the folder is refused, whatever is asked of it', async () => {
    await expect(files.write('../x', bytes(1))).rejects.toThrow('Not a file key');
    await expect(files.open('../x', { start: 0, end: 0 })).rejects.toThrow('Not a file key');
    await expect(files.address('../x', { name: 'x' })).rejects.toThrow('Not a file key');
    await expect(files.remove('../x')).rejects.toThrow('Not a file key');
  });

  test('only a storage of its own gives an address, which ends in five minutes and keeps the name', async () => {
    const address = await files.address('kept/whole', { name: 'Áurea "3".zip' });
    if (kind === 'disk') return expect(address).toBeNull();
    const { searchParams } = new URL(address ?? '');
    expect(searchParams.get('X-Amz-Expires')).toBe('300');
    expect(searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
    expect(searchParams.get('response-content-disposition')).toBe(
      "attachment; filename*=UTF-8''%C3%81urea%20%223%22.zip",
    );
  });
});

/** What answers as a bucket would. */
async function openBucket(answer: RequestListener, options: Parameters<typeof createS3LargeFiles>[1]) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const account = { accessKeyId: 'a', secretAccessKey: 'b' };
  return createS3LargeFiles(
    { endpoint: `http://127.0.0.1:${port}`, region: 'x', bucket: 'files', ...account },
    options,
  );
}

test.each(['the visitor hangs up', 'S3 refuses a part'])(
  'when %s, S3 is told to give up the parts that it has',
  async (failure) => {
    const asked: string[] = [];
    const files = await openBucket(
      (request, response) => {
        const url = new URL(request.url ?? '', 'http://x');
        asked.push(`${request.method} ${url.search}`);
        const isRefused = url.searchParams.get('partNumber') === '2' && failure.startsWith('S3');
        request.resume().on('end', () => {
          response.statusCode = isRefused ? 400 : 200;
          response.end(url.searchParams.has('uploads') ? '<UploadId>a/1</UploadId>' : '');
        });
      },
      { partBytes: PART_BYTES },
    );
    async function* content() {
      yield* bytes(PART_BYTES + 1);
      if (!failure.startsWith('S3')) throw new Error('hung up');
    }
    await expect(files.write('kept/given-up', content())).rejects.toThrow(/hung up|S3 PUT/);
    expect(asked.at(0)).toBe('POST ?uploads=');
    expect(asked.filter((line) => line.startsWith('DELETE'))).toEqual(['DELETE ?uploadId=a%2F1']);
  },
);

test('an upload whose last answer is lost leaves neither parts nor a whole file', async () => {
  const asked: string[] = [];
  const files = await openBucket((request, response) => {
    const { search, searchParams } = new URL(request.url ?? '', 'http://x');
    asked.push(`${request.method} ${search}`);
    const isLast = request.method === 'POST' && searchParams.has('uploadId');
    request.resume().on('end', () => {
      if (isLast) response.destroy();
      else response.end(searchParams.has('uploads') ? '<UploadId>a</UploadId>' : '');
    });
  }, {});
  await expect(files.write('kept/unheard', bytes(3))).rejects.toThrow('fetch failed');
  expect(asked.slice(-2)).toEqual(['DELETE ?uploadId=a', 'DELETE ']);
});

test('a file that takes longer than the limit of one request comes whole, in pieces of one request each', async () => {
  const asked: string[] = [];
  const files = await openBucket(
    (request, response) => {
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      asked.push(`${start}-${end}`);
      response.statusCode = 206;
      response.write(slice(Number(start), Number(end) - 1));
      setTimeout(() => response.end(slice(Number(end), Number(end))), 100);
    },
    { pieceBytes: 4, patienceMs: 300 },
  );
  const stream = await files.open('kept/slow', { start: 3, end: 12 });
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream ?? []) {
    chunks.push(chunk);
    // Who reads slowly takes nothing from the next one's time.
    await sleep(400);
  }
  expect(Buffer.concat(chunks)).toEqual(slice(3, 12));
  expect(asked).toEqual(['3-6', '7-10', '11-12']);
});

test('a file that is gone half-way never looks complete', async () => {
  const files = await openBucket(
    ({ headers }, response) => {
      response.statusCode = headers.range === 'bytes=0-3' ? 206 : 404;
      response.end('abcd');
    },
    { pieceBytes: 4 },
  );
  const stream = await files.open('kept/gone', { start: 0, end: 7 });
  await expect(readAll(stream)).rejects.toThrow('is not there any more');
  expect(await files.open('kept/gone', { start: 4, end: 7 })).toBeNull();
});

test('whether a file is there is known soon, or not at all', async () => {
  const files = await openBucket(() => {}, { lookMs: 50 });
  await expect(files.size('kept/silent')).rejects.toThrow('timeout');
});
