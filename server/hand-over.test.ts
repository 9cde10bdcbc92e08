import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { handOver, type StreamConnection } from './hand-over.ts';

let server: Server;
afterEach(() => new Promise<void>((done) => void server.close(() => done())));

async function listen(): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

/** A server whose every answer is handed over; resolves with the answer and the line of its stream. */
async function open(signal?: AbortSignal): Promise<{ response: Response; connection: StreamConnection }> {
  const handed = Promise.withResolvers<StreamConnection>();
  server = createServer((_request, outgoing) => {
    const headers = ['content-type', 'text/event-stream', 'x-request-id', 'r-1'];
    const connection = handOver(outgoing, headers);
    connection.write(new TextEncoder().encode('retry: 3000\n\n'));
    handed.resolve(connection);
  });
  const response = await fetch(`http://127.0.0.1:${await listen()}`, signal ? { signal } : {});
  return { response, connection: await handed.promise };
}

test('the head is whole, and the body is what is written until the end of the line', async () => {
  const { response, connection } = await open();
  expect(response.headers.get('x-request-id')).toBe('r-1');
  expect(response.headers.get('transfer-encoding')).toBeNull();
  expect(response.headers.get('connection')).toBe('close');
  const shared = new TextEncoder().encode('event: orders\ndata: {}\n\n');
  connection.write(shared);
  connection.write(shared);
  connection.end();
  expect(await response.text()).toBe(`retry: 3000\n\n${'event: orders\ndata: {}\n\n'.repeat(2)}`);
});

test('a visitor who leaves is noticed, also by whoever asks later', async () => {
  const abort = new AbortController();
  const { connection } = await open(abort.signal);
  const closed = new Promise<void>((done) => connection.onClose(done));
  abort.abort();
  await closed;
  await new Promise<void>((done) => connection.onClose(done));
});

test('bytes that a visitor does not take are counted', async () => {
  const abort = new AbortController();
  const { connection } = await open(abort.signal);
  expect(connection.waitingBytes()).toBe(0);
  // More than the two ends of a line hold between them.
  for (let n = 0; n < 64; n++) connection.write(new Uint8Array(1 << 20));
  expect(connection.waitingBytes()).toBeGreaterThan(1 << 20);
  abort.abort();
});

test('nothing of the request stays with the connection, but whoever counts connections still hears of its end', async () => {
  const kept = Promise.withResolvers<ServerResponse>();
  const ended = Promise.withResolvers<void>();
  server = createServer((_request, outgoing) => {
    outgoing.once('close', ended.resolve);
    handOver(outgoing, []);
    kept.resolve(outgoing);
  });
  const abort = new AbortController();
  await fetch(`http://127.0.0.1:${await listen()}`, { signal: abort.signal });
  const outgoing = await kept.promise;
  expect([outgoing.req.rawHeaders, outgoing.req.headers]).toEqual([[], {}]);
  abort.abort();
  await ended.promise;
});

/** A line on which a stream was asked for while the answer before it is still to come. */
async function askBehind(): Promise<{
  answerFirst: (text: string) => void;
  line: StreamConnection;
  socket: Socket;
  text: () => string;
}> {
  let first: ServerResponse | undefined;
  const handed = Promise.withResolvers<StreamConnection>();
  server = createServer((request, outgoing) => {
    if (request.url === '/first') first = outgoing;
    else handed.resolve(handOver(outgoing, []));
  });
  const socket = connect(await listen(), '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => void (text += String(chunk)));
  socket.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\nGET /live HTTP/1.1\r\nHost: a\r\n\r\n');
  const line = await handed.promise;
  return { answerFirst: (words) => void first?.end(words), line, socket, text: () => text };
}

test('a stream that was asked for behind another request waits for its turn', async () => {
  const { answerFirst, line, socket, text } = await askBehind();
  line.write(new TextEncoder().encode('one '));
  answerFirst('the first answer');
  await expect.poll(text).toContain('one ');
  line.write(new TextEncoder().encode('two'));
  await expect.poll(text).toMatch(/the first answer[\s\S]*HTTP\/1\.1 200[\s\S]*\r\n\r\none two$/);
  socket.destroy();
});

test('and hears when its line is cut before', async () => {
  const { line, socket } = await askBehind();
  const closed = new Promise<void>((done) => line.onClose(done));
  socket.destroy();
  await closed;
});
