import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitBodyTime } from './limit-body-time.ts';

const BODY_MS = 100;

const server = createServer((request, response) => {
  // `/refused` is answered at once, the others when their body is there.
  if (request.url?.includes('refused')) return void response.end('no');
  request.resume().on('end', () => response.end('taken'));
});
limitBodyTime(server, (path) => path === '/file', BODY_MS);
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends the head of a request and half of its body. */
function begin(path: string): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab`);
  return socket;
}

async function answerOf(socket: Socket): Promise<string> {
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return String(answer);
}

test('half a form is waited for only so long', async () => {
  const socket = begin('/form');
  await once(socket, 'close');
  expect(socket.destroyed).toBe(true);
});

test('half a file is waited for, and taken when the rest comes', async () => {
  const [file, form] = [begin('/file?x'), begin('/form')];
  await once(form, 'close');
  expect(file.destroyed).toBe(false);
  file.write('cd');
  expect(await answerOf(file)).toContain('taken');
  file.destroy();
});

test('whoever was answered does not go on sending', async () => {
  const refused = begin('/file?refused');
  expect(await answerOf(refused)).toContain('no');
  await once(refused, 'close');
});
