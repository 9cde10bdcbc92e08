import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterEach, expect, test } from 'vitest';
import type { StreamConnection } from '#app/request-context.ts';
import { leavingConnections } from './hand-over.ts';

let server: Server;
afterEach(() => new Promise<void>((done) => void server.close(() => done())));

async function listen(): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

/** A server whose every answer is handed over; resolves with the answer and the line of its stream. */
async function open(signal?: AbortSignal): Promise<{ response: Response; connection: StreamConnection }> {
  const handed = Promise.withResolvers<StreamConnection>();
  const answer = leavingConnections((_request, { connection }) => {
    const headers = new Headers({ 'content-type': 'text/event-stream', 'x-request-id': 'r-1' });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    connection?.handOver((line) => {
      line.write(new TextEncoder().encode('retry: 3000\n\n'));
      handed.resolve(line);
    });
    return new Response(null, { headers });
  });
  server = createServer(getRequestListener(answer));
  const response = await fetch(`http://127.0.0.1:${await listen()}`, signal ? { signal } : {});
  return { response, connection: await handed.promise };
}

test('the head is whole, and the body is what is written until the end of the line', async () => {
  const { response, connection } = await open();
  expect(response.headers.get('x-request-id')).toBe('r-1');
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
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
  const answer = leavingConnections((_request, { connection, outgoing }) => {
    connection?.handOver((line) => {
      line.write(new TextEncoder().encode('retry: 3000\n\n'));
      kept.resolve(outgoing as ServerResponse);
    });
    return new Response(null);
  });
  const adapter = getRequestListener(answer);
  server = createServer((request, response) => {
    response.once('close', ended.resolve);
    void adapter(request, response);
  });
  const abort = new AbortController();
  await fetch(`http://127.0.0.1:${await listen()}`, { signal: abort.signal });
  const outgoing = await kept.promise;
  expect(outgoing.listenerCount('close')).toBe(1);
  expect([outgoing.req.rawHeaders, outgoing.req.headers]).toEqual([[], {}]);
  abort.abort();
  await ended.promise;
});

/** A line on which a stream was asked for while the answer before it is still to come. */
async function askBehind(): Promise<{
  answerFirst: (response: Response) => void;
  line: StreamConnection;
  socket: Socket;
  text: () => string;
}> {
  const first = Promise.withResolvers<Response>();
  const handed = Promise.withResolvers<StreamConnection>();
  const answer = leavingConnections((request, { connection }) => {
    if (request.url.endsWith('/first')) return first.promise;
    connection?.handOver(handed.resolve);
    return new Response(null);
  });
  server = createServer(getRequestListener(answer));
  const socket = connect(await listen(), '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => void (text += String(chunk)));
  socket.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\nGET /live HTTP/1.1\r\nHost: a\r\n\r\n');
  return { answerFirst: first.resolve, line: await handed.promise, socket, text: () => text };
}

test('a stream that was asked for behind another request waits for its turn', async () => {
  const { answerFirst, line, socket, text } = await askBehind();
  line.write(new TextEncoder().encode('one '));
  answerFirst(new Response('the first answer'));
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
