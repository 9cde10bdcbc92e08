import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendFile, streamFile } from '#app/endpoints/files/send-file.ts';
import type { ShopContext } from '#shop/context.ts';
import { storedFileKey } from '#shop/delivery/files/stored-file.ts';
import type { Log } from '#shop/log.ts';
import { createDiskLargeFiles } from '../storage/disk-large-files.ts';
import { sendFileBodies } from './send-file-bodies.ts';

const MEGABYTE = 1024 * 1024;
/** More than the kernel takes for a visitor who does not read. A byte says where it stands. */
const CONTENT = Buffer.alloc(24 * MEGABYTE);
for (let at = 0; at < CONTENT.length; at++) CONTENT[at] = (at * 31) % 251;
const FILE = {
  id: 'whole',
  name: 'pacote.zip',
  size: CONTENT.length,
  sha256: createHash('sha256').update(CONTENT).digest('hex'),
};

const root = await mkdtemp(join(tmpdir(), 'fulgor-send-'));
const largeFiles = createDiskLargeFiles(root);
const failures: unknown[] = [];
const log = { error: (_event, fields) => void failures.push(fields?.error) } as Log;
/** What is sent, in the order of the requests. */
let sent: Promise<Response>[] = [];
/** The memory of all that was written. */
const memory = new Set<ArrayBufferLike>();

// The listener puts Hono's own in their place.
const globals = { Request: globalThis.Request, Response: globalThis.Response };

const answer = sendFileBodies(
  async (request, { outgoing }) => {
    const { pathname } = new URL(request.url);
    const file = { ...FILE, id: pathname.slice(1), size: pathname === '/short' ? 2 * MEGABYTE : FILE.size };
    // Heard from the beginning: whoever leaves may be faster than the file.
    const left = request.headers.has('x-leaves') && once(outgoing, 'close');
    const shop = { largeFiles } as unknown as ShopContext;
    const found = request.headers.has('x-held')
      ? await streamFile(shop, request, file, async () => true)
      : await sendFile(shop, request, file);
    if (pathname === '/removed') await rm(join(root, storedFileKey('removed')));
    await left;
    const response = new Response(found?.body, found ?? { status: 404 });
    response.headers.append('Set-Cookie', 'a=1');
    response.headers.append('Set-Cookie', 'b=2');
    return response;
  },
  log,
  1_000,
);
const server = createServer(
  getRequestListener((request, bindings) => {
    const outgoing = bindings.outgoing as ServerResponse;
    const write = outgoing.write.bind(outgoing) as (bytes: Buffer, done: () => void) => boolean;
    outgoing.write = ((bytes: Buffer, done: () => void) => {
      memory.add(bytes.buffer);
      return write(bytes, done);
    }) as typeof outgoing.write;
    outgoing.once('close', () => (cutOff += outgoing.writableFinished ? 0 : 1));
    const answered = Promise.resolve(answer(request, bindings as never));
    sent.push(answered);
    return answered;
  }),
);
let connections = 0;
/** Answers that ended before they were whole. */
let cutOff = 0;
server.on('connection', () => connections++);
let port: number;

beforeAll(async () => {
  async function* content() {
    yield CONTENT;
  }
  await largeFiles.write(storedFileKey('whole'), content());
  await writeFile(join(root, storedFileKey('short')), CONTENT.subarray(0, MEGABYTE));
  await writeFile(join(root, storedFileKey('removed')), CONTENT.subarray(0, MEGABYTE));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  sent = [];
  failures.length = 0;
  connections = 0;
  cutOff = 0;
  memory.clear();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(root, { recursive: true });
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value });
});

async function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string>; agent?: Agent } = {},
): Promise<IncomingMessage> {
  const [response] = (await once(get({ host: '127.0.0.1', port, path, ...options }), 'response')) as [
    IncomingMessage,
  ];
  return response;
}

test('a file comes whole, in part and as a mere head over one connection, with all its headers', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const whole = await ask('/whole', { agent });
  expect([whole.statusCode, whole.headers['content-length'], whole.headers['set-cookie']]).toEqual([
    200,
    String(CONTENT.length),
    ['a=1', 'b=2'],
  ]);
  expect((await buffer(whole)).equals(CONTENT)).toBe(true);

  const [start, end] = [MEGABYTE - 3, 3 * MEGABYTE + 4];
  const headers = { range: `bytes=${start}-${end}`, 'if-range': `"${FILE.sha256}"` };
  const part = await ask('/whole', { headers, agent });
  expect([part.statusCode, part.headers['content-range']]).toEqual([
    206,
    `bytes ${start}-${end}/${CONTENT.length}`,
  ]);
  expect((await buffer(part)).equals(CONTENT.subarray(start, end + 1))).toBe(true);
  const other = await ask('/whole', { headers: { ...headers, 'if-range': '"old"' }, agent });
  expect([other.statusCode, (await buffer(other)).length]).toEqual([200, CONTENT.length]);

  const head = await ask('/whole', { method: 'HEAD', agent });
  expect([head.statusCode, head.headers['content-length'], (await buffer(head)).length]).toEqual([
    200,
    String(CONTENT.length),
    0,
  ]);
  const last = await ask('/whole', { headers: { range: 'bytes=-1' }, agent });
  expect(await buffer(last)).toEqual(CONTENT.subarray(-1));
  expect(connections).toBe(1);
  expect(failures).toEqual([]);
});

test('whoever reads nothing is hung up on, and the file is let go of', async () => {
  const reader = connect(port, '127.0.0.1').pause();
  reader.write('GET /whole HTTP/1.1\r\nHost: a\r\n\r\n');
  while (sent.length === 0) await once(server, 'request');
  await sent[0];
  reader.resume();
  let read = 0;
  reader.on('data', (bytes: Buffer) => (read += bytes.length));
  await once(reader, 'close');
  expect(read).toBeLessThan(CONTENT.length);
  expect(failures).toEqual([]);
});

test('whoever reads nothing of a file whose last byte waits is hung up on, and whoever reads slowly is not', async () => {
  const headers = { 'x-held': '1' };
  const slow = await ask('/whole', { headers });
  let read = 0;
  for await (const bytes of slow) {
    read += (bytes as Buffer).length;
    await sleep(3);
  }
  expect(read).toBe(CONTENT.length);
  const reader = connect(port, '127.0.0.1').pause();
  reader.write('GET /whole HTTP/1.1\r\nHost: a\r\nX-Held: 1\r\n\r\n');
  await expect.poll(() => cutOff, { timeout: 5_000 }).toBe(1);
  reader.destroy();
});

test('a file is sent from one piece of memory, however large it is', async () => {
  await buffer(await ask('/whole'));
  await sent[0];
  expect(memory.size).toBe(1);
  expect([...memory][0]!.byteLength).toBeLessThan(MEGABYTE);
});

test('whoever reads slowly is waited for, and gets every byte', async () => {
  const response = await ask('/whole');
  response.pause();
  let isSent = false;
  void sent[0]!.then(() => (isSent = true));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(isSent).toBe(false);
  expect((await buffer(response)).equals(CONTENT)).toBe(true);
});

test('whoever hangs up is let go, and so is what waits behind it on the same connection', async () => {
  const socket = connect(port, '127.0.0.1');
  const line = 'GET /whole HTTP/1.1\r\nHost: x\r\n\r\n';
  socket.write(line + line);
  await once(socket, 'readable');
  await expect.poll(() => sent.length).toBe(2);
  await expect.poll(() => memory.size).toBe(2);
  socket.destroy();
  await Promise.all(sent);
  expect(failures).toEqual([]);
});

test('whoever left before the first byte is no failure', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /whole HTTP/1.1\r\nHost: x\r\nX-Leaves: 1\r\n\r\n');
  await expect.poll(() => sent.length).toBe(1);
  socket.destroy();
  await sent[0];
  expect([failures, memory.size]).toEqual([[], 0]);
});

test.each(['/short', '/removed'])('a file that fails on the way (%s) never looks complete', async (path) => {
  const whole = ask(path).then(buffer);
  await expect(whole).rejects.toThrow(/aborted|hang up/);
  await Promise.all(sent);
  expect(failures).toHaveLength(1);
});
