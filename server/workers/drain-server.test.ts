import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { prepareDrain } from './drain-server.ts';

const open: { server: Server; sockets: Socket[] } = { server: createServer(), sockets: [] };
afterEach(() => {
  for (const socket of open.sockets) socket.destroy();
  open.server.closeAllConnections();
});

async function serve(listener: RequestListener): Promise<ReturnType<typeof prepareDrain>> {
  open.server = createServer(listener);
  const drain = prepareDrain(open.server);
  open.server.listen(0, '127.0.0.1');
  await once(open.server, 'listening');
  return drain;
}

interface Connection {
  ask(path?: string): void;
  send(bytes: string): void;
  text(): string;
  isClosed(): boolean;
}

async function openConnection(): Promise<Connection> {
  const socket = connect((open.server.address() as AddressInfo).port, '127.0.0.1');
  open.sockets.push(socket);
  let [text, isClosed] = ['', false];
  socket.on('data', (chunk: Buffer) => void (text += chunk.toString()));
  socket.on('error', () => {}).on('close', () => void (isClosed = true));
  await once(socket, 'connect');
  return {
    ask: (path = '/') => void socket.write(`GET ${path} HTTP/1.1\r\nHost: loja\r\n\r\n`),
    send: (bytes) => void socket.write(bytes),
    text: () => text,
    isClosed: () => isClosed,
  };
}

const answers = (connection: Connection) => connection.text().split('HTTP/1.1 200').length - 1;
const soon = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a connection that was just answered is still answered, and told that it was the last time', async () => {
  const drain = await serve((_, response) => void response.end('ok'));
  const connection = await openConnection();
  connection.ask();
  await expect.poll(() => answers(connection)).toBe(1);
  expect(connection.text()).toContain('Connection: keep-alive');
  const drained = drain({ quietMs: 10_000, patienceMs: 60_000 });
  connection.ask();
  await expect.poll(() => answers(connection)).toBe(2);
  expect(connection.text()).toContain('Connection: close');
  await drained;
});

test('a connection that has not asked yet is heard', async () => {
  const drain = await serve((_, response) => void response.end('ok'));
  const connection = await openConnection();
  await soon(20);
  const drained = drain({ quietMs: 10_000, patienceMs: 60_000 });
  await soon(20);
  connection.ask();
  await expect.poll(() => answers(connection)).toBe(1);
  await drained;
});

test('what is being answered is finished, with or without its head sent', async () => {
  const finish: (() => void)[] = [];
  const drain = await serve((request, response) => {
    if (request.url === '/begun') response.write('first,');
    finish.push(() => response.end('last'));
  });
  const [begun, waiting] = [await openConnection(), await openConnection()];
  begun.ask('/begun');
  waiting.ask('/waiting');
  await expect.poll(() => finish.length).toBe(2);
  const drained = drain({ quietMs: 0, patienceMs: 60_000 });
  await soon(100);
  for (const end of finish) end();
  await drained;
  await expect.poll(begun.isClosed).toBe(true);
  expect(begun.text()).toMatch(/first,[^]*last/);
  expect(waiting.text()).toContain('last');
  expect(waiting.text()).toContain('Connection: close');
});

test('a request that arrives in pieces is waited for, though its connection is quiet', async () => {
  const drain = await serve((_, response) => void response.end('ok'));
  const connection = await openConnection();
  connection.send('GET / HTTP/1.1\r\nHo');
  await soon(50);
  const drained = drain({ quietMs: 0, patienceMs: 60_000 });
  await soon(150);
  connection.send('st: loja\r\n\r\n');
  await expect.poll(() => answers(connection)).toBe(1);
  await drained;
});

test('quiet connections are closed, new ones refused, and patience ends', async () => {
  const drain = await serve((request, response) => {
    if (request.url !== '/never') response.end('ok');
  });
  const [quiet, stuck] = [await openConnection(), await openConnection()];
  quiet.ask();
  stuck.ask('/never');
  await expect.poll(() => answers(quiet)).toBe(1);
  const { port } = open.server.address() as AddressInfo;
  const drained = drain({ quietMs: 100, patienceMs: 3_000 });
  await expect.poll(quiet.isClosed).toBe(true);
  expect(stuck.isClosed()).toBe(false);
  const refused = connect(port, '127.0.0.1');
  const [error] = (await once(refused, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
  await drained;
  await expect.poll(stuck.isClosed).toBe(true);
});
