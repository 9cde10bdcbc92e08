import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deliverSkin } from '#shop/delivery/desk/deliver-skin.ts';
import { storeFile } from '#shop/delivery/files/store-file.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { contentLink } from '#shop/states/content-link.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { buy, skinsOf } from '#test/purchases.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader as download } from '../../files/download-skin.ts';
import { action as upload } from './files.ts';

const MEGABYTE = 1024 * 1024;
const CONTENT = Buffer.from(Array.from({ length: 10_000 }, (_unused, n) => (n * 31) % 251));
const SHA = createHash('sha256').update(CONTENT).digest('hex');

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await createClerk(shop, 'delivery');
});
beforeEach(() => void (shop.ctx.settings.maxFileMb = 1));
afterAll(() => shop.close());

function post(init: RequestInit & { duplex?: 'half' }): Promise<Response> {
  const request = new Request('http://localhost:3000/api/admin/files', { method: 'POST', ...init });
  return callRoute(upload, { request, params: {}, context: contextFor(shop.ctx, clerk) });
}

function send(content: BlobPart, name = 'pacote.zip', field = 'file'): Promise<Response> {
  const form = new FormData();
  form.append('note', 'x');
  form.append(field, new Blob([content]), name);
  return post({ body: form });
}

/** The same bytes under another skin would wait for a person. */
async function keep(content: BlobPart = CONTENT): Promise<string> {
  const { id } = (await (await send(content)).json()) as { id: string };
  return id;
}

/** A multipart body that is written as it is asked for. */
function streamed(chunks: AsyncIterable<Uint8Array>): Promise<Response> {
  async function* body() {
    yield Buffer.from(
      '--sep\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n',
    );
    yield* chunks;
    yield Buffer.from('\r\n--sep--\r\n');
  }
  return post({
    body: Readable.toWeb(Readable.from(body())) as ReadableStream,
    headers: { 'content-type': 'multipart/form-data; boundary=sep' },
    duplex: 'half',
  });
}

async function codeOf(response: Response): Promise<[number, string]> {
  const { error } = (await response.json()) as { error: { code: string } };
  return [response.status, error.code];
}

const countFiles = async () => (await shop.ctx.db.selectFrom('files').select('id').execute()).length;

test('a file is kept with its name, size and digest', async () => {
  const response = await send(CONTENT, 'Áurea do Eclipse.zip');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    id: expect.any(String),
    sha256: SHA,
    size: CONTENT.length,
    name: 'Áurea do Eclipse.zip',
  });
});

test('what is refused leaves no row', async () => {
  const before = await countFiles();
  expect(await codeOf(await send(Buffer.alloc(MEGABYTE + 1)))).toEqual([413, 'too_large']);
  expect(await codeOf(await send(''))).toEqual([422, 'empty']);
  expect(await codeOf(await send(CONTENT, 'a.zip', 'other'))).toEqual([400, 'malformed']);
  expect(await codeOf(await post({ body: 'x' }))).toEqual([400, 'malformed']);
  async function* brokenOff() {
    yield CONTENT;
    throw new Error('hung up');
  }
  expect(await codeOf(await streamed(brokenOff()))).toEqual([400, 'malformed']);
  expect(await countFiles()).toBe(before);
  expect((await send(Buffer.alloc(MEGABYTE))).status).toBe(200);
});

test('of an upload whose row cannot be written, nor looked for, no bytes are left', async () => {
  const gone = () => Promise.reject(new Error('connection lost'));
  const db = {
    insertInto: () => ({ values: () => ({ execute: gone }) }),
    selectFrom: () => ({ select: () => ({ where: () => ({ executeTakeFirst: gone }) }) }),
  };
  const written: string[] = [];
  const largeFiles = {
    ...shop.ctx.largeFiles,
    write: (...given: Parameters<typeof shop.ctx.largeFiles.write>) => {
      written.push(given[0]);
      return shop.ctx.largeFiles.write(...given);
    },
  };
  const content = Readable.from([CONTENT]);
  const ctx = { ...shop.ctx, largeFiles, db: db as never };
  await expect(storeFile(ctx, { actorUserId: clerk, name: 'a.zip', content })).rejects.toThrow('connection');
  expect(written).toHaveLength(1);
  expect(await shop.ctx.largeFiles.size(written[0]!)).toBeNull();
});

test('a large file is asked for as it is written, and never waits in memory', async () => {
  shop.ctx.settings.maxFileMb = 100;
  const hash = createHash('sha256');
  let asked = 0;
  let written = 0;
  let most = 0;
  async function* large() {
    for (; asked < 64; asked++) {
      most = Math.max(most, asked - written);
      const chunk = Buffer.alloc(MEGABYTE, asked);
      hash.update(chunk);
      yield chunk;
    }
  }
  const { write } = shop.ctx.largeFiles;
  shop.ctx.largeFiles.write = async (key, content) => {
    async function* counted() {
      let bytes = 0;
      for await (const part of content) {
        bytes += part.byteLength;
        written = Math.floor(bytes / MEGABYTE);
        await new Promise((resolve) => setImmediate(resolve));
        yield part;
      }
    }
    await write(key, counted());
  };
  try {
    const { sha256 } = (await (await streamed(large())).json()) as { sha256: string };
    expect(sha256).toBe(hash.digest('hex'));
  } finally {
    shop.ctx.largeFiles.write = write;
  }
  expect(asked).toBe(64);
  expect(most).toBeLessThan(8);
});

const skinAt = (position: number) => skinsOf(shop.ctx, position)[0]!;

async function entryOf({ userId }: PaidOrder): Promise<string> {
  const { id } = await shop.ctx.db
    .selectFrom('user_collection')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return id;
}

async function fetchFile(
  userId: string,
  collectionId: string,
  { method = 'GET', ...headers }: Record<string, string> = {},
): Promise<Response> {
  const request = new Request(`http://localhost:3000/dashboard/download-skin/${collectionId}`, {
    method,
    headers,
  });
  return callRoute(download, { request, params: { collectionId }, context: contextFor(shop.ctx, userId) });
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('the owner of the skin downloads the stored file, whole and by parts, and nobody else does', async () => {
  const fileId = await keep();
  await saveSkinFile(shop.ctx, { actorUserId: clerk, ...skinAt(0), fileId, auto: true });
  const order = await createPaidOrder(shop, buy(shop.ctx, [0]));
  const entry = await entryOf(order);
  expect(order.items[0]).toMatchObject({ file_id: fileId, link: null });
  expect(contentLink(shop.ctx, order.items[0]!)).toBe(
    `${shop.ctx.settings.appUrl}/dashboard/download-skin/${entry}`,
  );
  const whole = await fetchFile(order.userId, entry);
  expect(whole.status).toBe(200);
  expect(whole.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''pacote.zip");
  const etag = whole.headers.get('etag') ?? '';
  expect(etag).toBe(`"${SHA}"`);
  expect((await bytesOf(whole)).equals(CONTENT)).toBe(true);

  const rest = await fetchFile(order.userId, entry, { range: 'bytes=9000-', 'if-range': etag });
  expect([rest.status, rest.headers.get('content-range')]).toEqual([206, 'bytes 9000-9999/10000']);
  expect((await bytesOf(rest)).equals(CONTENT.subarray(9000))).toBe(true);
  const other = await fetchFile(order.userId, entry, { range: 'bytes=9000-', 'if-range': '"old"' });
  expect((await bytesOf(other)).length).toBe(CONTENT.length);
  expect((await fetchFile(order.userId, entry, { range: 'bytes=10000-' })).status).toBe(416);
  const head = await fetchFile(order.userId, entry, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), head.body]).toEqual([200, '10000', null]);
  expect((await fetchFile(await shop.createUser(), entry)).status).toBe(404);
  expect((await fetchFile(clerk, entry)).status).toBe(404);
});

test('with a storage that gives addresses the owner is led to one', async () => {
  const fileId = await keep('de um bucket');
  await saveSkinFile(shop.ctx, { actorUserId: clerk, ...skinAt(1), fileId, auto: true });
  const order = await createPaidOrder(shop, buy(shop.ctx, [1]));
  const { address } = shop.ctx.largeFiles;
  shop.ctx.largeFiles.address = async (key, { name }) => `https://s3.exemplo.com/${key}?${name}`;
  const led = await fetchFile(order.userId, await entryOf(order));
  shop.ctx.largeFiles.address = address;
  expect([led.status, led.headers.get('location')]).toEqual([
    302,
    `https://s3.exemplo.com/kept/${fileId}?pacote.zip`,
  ]);
});

test.each([
  ['no longer has the file', async () => null, 404, 'Este download não está disponível.'],
  [
    'is silent',
    () => Promise.reject(new Error('S3 HEAD: timeout')),
    503,
    'Não conseguimos buscar este arquivo agora. Tente de novo em instantes.',
  ],
])('a storage that %s leads nowhere, says so in words, and no download is written down', async (...row) => {
  const [, size, status, message] = row;
  const fileId = await keep('de um bucket');
  await saveSkinFile(shop.ctx, { actorUserId: clerk, ...skinAt(1), fileId, auto: true });
  const order = await createPaidOrder(shop, buy(shop.ctx, [1]));
  const { largeFiles } = shop.ctx;
  shop.ctx.largeFiles = { ...largeFiles, size, address: async () => 'https://s3.exemplo.com/x' };
  const refused = await fetchFile(order.userId, await entryOf(order));
  shop.ctx.largeFiles = largeFiles;
  expect([refused.status, await refused.json()]).toEqual([
    status,
    { error: expect.objectContaining({ message }) },
  ]);
  const written = await shop.ctx.db
    .selectFrom('delivery_records')
    .select('kind')
    .where('kind', '=', 'downloaded')
    .where('order_item_id', '=', order.items[0]!.id)
    .execute();
  expect(written).toEqual([]);
});

test('a stored file is sent from the dialog and from the desk, and opens with the completed order', async () => {
  const fileId = await keep();
  const [first, second] = [skinAt(2), skinAt(3)];
  await saveSkinFile(shop.ctx, { actorUserId: clerk, ...first, fileId });
  const fromDialog = await createPaidOrder(shop, buy(shop.ctx, [2]));
  const sent = await sendLinks(shop.ctx, {
    actorUserId: clerk,
    orderId: fromDialog.orderId,
    links: {},
    keptFiles: fromDialog.items.map(({ id }) => id),
  });
  expect(sent.ok).toBe(true);
  expect((await fetchFile(fromDialog.userId, await entryOf(fromDialog))).status).toBe(200);

  const fromDesk = await createPaidOrder(shop, buy(shop.ctx, [2, 3]));
  const deliver = (skin: typeof first) =>
    deliverSkin(shop.ctx, { actorUserId: clerk, ...skin, content: { fileId } });
  expect(await deliver(first)).toMatchObject({ waitingForOthers: [fromDesk.orderId] });
  expect((await fetchFile(fromDesk.userId, await entryOf(fromDesk))).status).toBe(404);
  expect(await deliver(second)).toMatchObject({ completed: [fromDesk.orderId] });
  expect((await fetchFile(fromDesk.userId, await entryOf(fromDesk))).status).toBe(200);
});

test('staff who leave what was filled as it is, and send the rest, keep the stored file', async () => {
  const fileId = await keep('de uma parte');
  await saveSkinFile(shop.ctx, { actorUserId: clerk, ...skinAt(4), fileId, auto: true });
  const order = await createPaidOrder(shop, buy(shop.ctx, [4, 5]));
  const links = Object.fromEntries(
    order.items.map((item) => [item.id, contentLink(shop.ctx, item) ?? 'https://exemplo.com/b.zip']),
  );
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId: order.orderId, links });
  const items = await shop.ctx.db
    .selectFrom('grants')
    .select('file_id')
    .where('order_id', '=', order.orderId)
    .execute();
  expect(items.map((item) => item.file_id)).toContain(fileId);
});
