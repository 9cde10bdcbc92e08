import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';

let shop: TestContext;
let app: OpenApp;
beforeAll(async () => {
  shop = await createTestContext();
  app = await openApp(shop);
});
afterAll(() => shop.close());

const events = () => shop.logLines.map(({ event }) => event);

test('whoever hangs up half-way through a body is no failure of the shop', async () => {
  const server = createServer(getRequestListener((request) => app.ask(request.url, toInit(request))));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `POST /api/auth/sign-in/email HTTP/1.1\r\nHost: localhost:3000\r\nOrigin: ${app.url}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email":',
  );
  await once(server, 'request');
  // The first part was read, so the shop waits for the rest when the visitor leaves.
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.destroy();
  await expect.poll(events).toContain('request_aborted');
  expect(events()).not.toContain('request_failed');
  server.close();
});

function toInit(request: Request): RequestInit {
  return {
    method: request.method,
    headers: request.headers,
    body: request.body,
    duplex: 'half',
  } as RequestInit;
}
