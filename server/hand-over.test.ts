import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterEach, expect, test } from 'vitest';
import type { StreamConnection } from '#app/request-context.ts';
import { leavingConnections } from './hand-over.ts';

let server: Server;
afterEach(() => new Promise<void>((done) => void server.close(() => done())));

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
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const response = await fetch(url, signal ? { signal } : {});
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
