import { createServer, type RequestListener, type Server } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeCertificates } from '#test/providers/make-certificates.ts';
import { createOutgoingClient, type OutgoingSettings } from './create-outgoing-client.ts';

const certificates = makeCertificates();
const usual = getCACertificates();
const open: Server[] = [];
/** What the servers of a test heard. */
let heard: string[] = [];
let versions: string[] = [];
let canary: number;

beforeAll(() => setDefaultCACertificates([...usual, certificates.ca.cert]));
afterAll(() => setDefaultCACertificates(usual));
afterEach(async () => {
  heard = [];
  versions = [];
  vi.unstubAllEnvs();
  for (const server of open.splice(0)) {
    server.closeAllConnections?.();
    await new Promise((closed) => server.close(closed));
  }
});

async function serve(listener: RequestListener, { tls = false } = {}): Promise<number> {
  const note: RequestListener = (request, response) => {
    heard.push(`${request.method} ${request.url}`);
    versions.push(request.httpVersion);
    listener(request, response);
  };
  // HTTP/2 is on offer, and not taken: undici bounds the size of an answer in HTTP/1.1.
  const server = tls
    ? (createSecureServer({ ...certificates.server, allowHTTP1: true }, note as never) as unknown as Server)
    : createServer(note);
  open.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
}

const sayHello: RequestListener = (_request, response) => void response.end('olá');
const redirect =
  (to: string, status = 302): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { location: to }).end();

const answers =
  (...addresses: string[]): NonNullable<OutgoingSettings['resolve']> =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const loopback = answers('127.0.0.1');

test('an allowed target is called, over http and in digits too, and answers', async () => {
  const port = await serve((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () =>
      response.writeHead(201, { 'x-saw': `${request.headers['content-type']}` }).end(body),
    );
  });
  const call = createOutgoingClient({ allow: [`127.0.0.1:${port}`] });
  const url = `http://127.0.0.1:${port}/gancho?a=1`;
  const answer = await call({ url, method: 'POST', headers: { 'content-type': 'text/x' }, body: 'avisa' });
  expect(answer).toMatchObject({ ok: true, status: 201, text: 'avisa', url, headers: { 'x-saw': 'text/x' } });
  expect(heard).toEqual(['POST /gancho?a=1']);
});

test.each([
  'http://arquivos.exemplo.com/a.zip',
  'ftp://arquivos.exemplo.com/a.zip',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'arquivos.exemplo.com/a.zip',
  'https://bruna@arquivos.exemplo.com/',
  'https://:senha@arquivos.exemplo.com/',
  'https://127.0.0.1:443@arquivos.exemplo.com/',
  'https://[fe80::1%25eth0]/',
  '',
])('%s is no address for the shop, and its name is not even asked for', async (url) => {
  const resolve = vi.fn(loopback);
  const call = createOutgoingClient({ allow: [], resolve });
  expect(await call({ url })).toEqual({ ok: false, reason: 'bad_address' });
  expect(resolve).not.toHaveBeenCalled();
});

// shows: threat 30
test.each([
  '127.0.0.1',
  '127.0.0.1.',
  '127.0.0.1..',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '%31%32%37.0.0.1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '169.254.169.254',
  '[fd00:ec2::254]',
  '8.8.8.8',
])('an address in digits is refused: %s', async (host) => {
  canary = await serve(sayHello, { tls: true });
  const call = createOutgoingClient({ allow: [`127.0.0.1:${canary + 1}`] });
  expect(await call({ url: `https://${host}:${canary}/` })).toEqual({ ok: false, reason: 'refused_address' });
  expect(heard).toEqual([]);
});

test.each(['localhost', 'localhost.', 'LOCALHOST', 'ｌｏｃａｌｈｏｓｔ'])(
  'a name that the machine itself resolves to loopback is refused: %s',
  async (host) => {
    canary = await serve(sayHello, { tls: true });
    const call = createOutgoingClient({ allow: [] });
    expect(await call({ url: `https://${host}:${canary}/` })).toEqual({
      ok: false,
      reason: 'refused_address',
    });
    expect(heard).toEqual([]);
  },
);

// shows: threat 30
test.each([
  [['10.0.0.7']],
  [['169.254.169.254']],
  [['::ffff:127.0.0.1']],
  [['8.8.8.8', '127.0.0.1']],
  [['2606:4700::1', '::1']],
])('one address that is not public refuses a name: %s', async (addresses) => {
  canary = await serve(sayHello, { tls: true });
  const call = createOutgoingClient({ allow: [], resolve: answers(...addresses) });
  expect(await call({ url: `https://armadilha.exemplo.com:${canary}/` })).toEqual({
    ok: false,
    reason: 'refused_address',
  });
  expect(heard).toEqual([]);
});

test('a name with public addresses alone is tried', async () => {
  // Taken back from the 6bone network in 2006: nobody is there.
  const call = createOutgoingClient({ allow: [], resolve: answers('3ffe:ffff::1'), timeoutMs: 50 });
  const answer = await call({ url: 'https://arquivos.exemplo.com/' });
  expect(['timeout', 'unreachable']).toContain(answer.ok || answer.reason);
});

// shows: threat 30
test('a name that answers otherwise the second time is asked once, and the connection leads where it led then', async () => {
  const port = await serve(sayHello);
  const resolve = vi
    .fn(answers('127.0.0.2'))
    .mockImplementationOnce(async () => [{ address: '127.0.0.1', family: 4 }]);
  const call = createOutgoingClient({ allow: [`gira.exemplo.com:${port}`], resolve });
  expect(await call({ url: `http://gira.exemplo.com:${port}/` })).toMatchObject({ ok: true, text: 'olá' });
  expect([resolve.mock.calls, heard]).toEqual([[['gira.exemplo.com']], ['GET /']]);
});

test('a permitted target permits no other port, name or protocol', async () => {
  const port = await serve(sayHello);
  canary = await serve(sayHello);
  const call = createOutgoingClient({
    allow: [`127.0.0.1:${port}`, 'loja.exemplo.com:80', 'outra.exemplo.com:443'],
    resolve: answers('127.0.0.9'),
  });
  const reasons = [];
  for (const url of [
    `http://127.0.0.1:${canary}/`,
    `http://[::1]:${port}/`,
    `http://sub.127.0.0.1.exemplo.com:${port}/`,
    'https://loja.exemplo.com/',
    'http://outra.exemplo.com/',
    `ftp://127.0.0.1:${port}/`,
  ]) {
    const answer = await call({ url });
    reasons.push(answer.ok || answer.reason);
  }
  expect(reasons).toEqual([
    'bad_address',
    'bad_address',
    'bad_address',
    'refused_address',
    'bad_address',
    'bad_address',
  ]);
  // Nobody listens there: it was tried.
  expect(await call({ url: 'http://loja.exemplo.com/' })).toEqual({ ok: false, reason: 'unreachable' });
  expect(await call({ url: 'https://outra.exemplo.com/' })).toEqual({ ok: false, reason: 'unreachable' });
  expect(heard).toEqual([]);
});

// shows: threat 30
test('a redirect into a refused network ends there', async () => {
  canary = await serve(sayHello);
  for (const [to, reason] of [
    [`https://127.0.0.1:${canary}/`, 'refused_address'],
    [`https://2130706433:${canary}/`, 'refused_address'],
    [`https://interno.exemplo.com:${canary}/`, 'refused_address'],
    [`http://127.0.0.1:${canary}/`, 'bad_address'],
    ['https://a:b@arquivos.exemplo.com/', 'bad_address'],
    ['http://[', 'bad_address'],
  ] as const) {
    const port = await serve(redirect(to));
    const call = createOutgoingClient({ allow: [`127.0.0.1:${port}`], resolve: loopback });
    expect(await call({ url: `http://127.0.0.1:${port}/` })).toEqual({ ok: false, reason });
  }
  expect(heard).toEqual(Array(6).fill('GET /'));
});

test('a redirect from https to http is refused, even to a permitted target', async () => {
  const plain = await serve(sayHello);
  const port = await serve(redirect(`http://127.0.0.1:${plain}/`), { tls: true });
  const call = createOutgoingClient({
    allow: [`localhost:${port}`, `127.0.0.1:${plain}`],
    resolve: loopback,
  });
  expect(await call({ url: `https://localhost:${port}/` })).toEqual({
    ok: false,
    reason: 'refused_redirect',
  });
  expect(heard).toEqual(['GET /']);
});

test('a redirect from https to https is followed, and one to nowhere refused', async () => {
  const port = await serve(
    (request, response) => {
      if (request.url === '/fim') response.end('chegou');
      else redirect(request.url === '/' ? '/fim' : 'http://[')(request, response);
    },
    { tls: true },
  );
  const call = createOutgoingClient({ allow: [`localhost:${port}`], resolve: loopback });
  expect(await call({ url: `https://localhost:${port}/` })).toMatchObject({ ok: true, text: 'chegou' });
  expect(await call({ url: `https://localhost:${port}/nada` })).toEqual({
    ok: false,
    reason: 'bad_address',
  });
});

test.each([301, 302, 303, 307, 308])(
  'three redirects of %i are followed, a fourth is not',
  async (status) => {
    const port = await serve((request, response) => {
      const step = Number(request.url?.slice(1));
      if (step === 0) response.end(`viu ${String(request.headers['x-segredo'] ?? 'nada')}`);
      else redirect(`/${step - 1}`, status)(request, response);
    });
    const call = createOutgoingClient({ allow: [`127.0.0.1:${port}`] });
    const ask = (path: string) =>
      call({ url: `http://127.0.0.1:${port}${path}`, headers: { 'x-segredo': 'abc' } });
    expect(await ask('/0')).toMatchObject({ text: 'viu abc' });
    expect(await ask('/3')).toMatchObject({
      ok: true,
      text: 'viu nada',
      url: `http://127.0.0.1:${port}/0`,
    });
    expect(await ask('/4')).toEqual({ ok: false, reason: 'too_many_redirects' });
    expect(heard.slice(1)).toEqual(['3', '2', '1', '0', '4', '3', '2', '1'].map((n) => `GET /${n}`));
  },
);

test('what was sent is not sent on: the redirect of a POST is refused', async () => {
  const port = await serve(redirect('/aqui', 307));
  const call = createOutgoingClient({ allow: [`127.0.0.1:${port}`] });
  expect(await call({ url: `http://127.0.0.1:${port}/`, method: 'POST', body: 'x' })).toEqual({
    ok: false,
    reason: 'refused_redirect',
    status: 307,
  });
  expect(heard).toEqual(['POST /']);
});

test('304 and a redirect that leads nowhere are answers', async () => {
  for (const status of [302, 304]) {
    const port = await serve((_request, response) => void response.writeHead(status).end());
    const call = createOutgoingClient({ allow: [`127.0.0.1:${port}`] });
    expect(await call({ url: `http://127.0.0.1:${port}/` })).toMatchObject({ ok: true, status });
  }
});

test('silence, a slow drip and a name server that never answers have an end', async () => {
  const silent = await serve(() => {});
  const dripping = await serve(async (_request, response) => {
    response.writeHead(200);
    while (!response.destroyed) {
      response.write('.');
      await sleep(5);
    }
  });
  for (const port of [silent, dripping]) {
    const call = createOutgoingClient({ allow: [`127.0.0.1:${port}`], timeoutMs: 100 });
    expect(await call({ url: `http://127.0.0.1:${port}/` })).toEqual({ ok: false, reason: 'timeout' });
  }
  const call = createOutgoingClient({ allow: [], resolve: () => new Promise(() => {}), timeoutMs: 20 });
  expect(await call({ url: 'https://arquivos.exemplo.com/' })).toEqual({ ok: false, reason: 'timeout' });
});

test('redirects share one time limit', async () => {
  const port = await serve(async (request, response) => {
    await sleep(80);
    redirect('/de-novo')(request, response);
  });
  const call = createOutgoingClient({ allow: [`127.0.0.1:${port}`], timeoutMs: 150 });
  expect(await call({ url: `http://127.0.0.1:${port}/` })).toEqual({ ok: false, reason: 'timeout' });
});

test('1 MB of body is read, and not one byte more, whatever length was announced', async () => {
  const limit = 1024 * 1024;
  for (const [size, announced] of [
    [limit, true],
    [limit + 1, true],
    [limit + 1, false],
  ] as const) {
    const port = await serve((_request, response) => {
      if (announced) response.setHeader('content-length', size);
      response.end(Buffer.alloc(size, 'x'));
    });
    const call = createOutgoingClient({ allow: [`127.0.0.1:${port}`] });
    const answer = await call({ url: `http://127.0.0.1:${port}/` });
    if (size === limit) expect(answer.ok && answer.text.length).toBe(limit);
    else expect(answer).toEqual({ ok: false, reason: 'too_large' });
  }
});

test('with headersOnly a file of any size is not read', async () => {
  const closed = Promise.withResolvers<void>();
  const port = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/zip' });
    response.on('close', closed.resolve);
    const pour = () => {
      while (response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', pour);
    pour();
  });
  const call = createOutgoingClient({ allow: [`127.0.0.1:${port}`] });
  expect(await call({ url: `http://127.0.0.1:${port}/`, headersOnly: true })).toMatchObject({
    ok: true,
    status: 200,
    headers: { 'content-type': 'application/zip' },
    text: '',
  });
  await closed.promise;
});

test('a certificate has to be valid and name the host, whatever address it was reached at', async () => {
  const port = await serve(sayHello, { tls: true });
  const call = createOutgoingClient({
    allow: [`localhost:${port}`, `outra.exemplo.com:${port}`],
    resolve: loopback,
  });
  const ask = (host: string) => call({ url: `https://${host}:${port}/` });
  expect(await ask('localhost.')).toMatchObject({ ok: true, text: 'olá' });
  expect(versions).toEqual(['1.1']);
  expect(await ask('outra.exemplo.com')).toEqual({ ok: false, reason: 'bad_certificate' });
  setDefaultCACertificates(usual);
  expect(await ask('localhost')).toEqual({ ok: false, reason: 'bad_certificate' });
  setDefaultCACertificates([...usual, certificates.ca.cert]);
  expect(heard).toEqual(['GET /']);
});

test('no proxy of the environment, no cookie, nothing kept from an earlier call', async () => {
  const proxy = await serve((_request, response) => void response.writeHead(502).end());
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY'])
    vi.stubEnv(name, `http://127.0.0.1:${proxy}`);
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  const ports: (number | undefined)[] = [];
  const port = await serve((request, response) => {
    ports.push(request.socket.remotePort);
    response.writeHead(200, { 'set-cookie': 'a=1' }).end(JSON.stringify(request.headers));
  });
  const call = createOutgoingClient({ allow: [`127.0.0.1:${port}`] });
  await call({ url: `http://127.0.0.1:${port}/` });
  const second = await call({ url: `http://127.0.0.1:${port}/` });
  const headers = JSON.parse(second.ok ? second.text : '{}') as Record<string, string>;
  expect(headers).toEqual({
    host: `127.0.0.1:${port}`,
    connection: expect.any(String) as string,
    'accept-encoding': 'identity',
    'user-agent': 'Fulgor',
  });
  expect(new Set(ports).size).toBe(2);
  expect(heard).toEqual(['GET /', 'GET /']);
});

test('a name without an address, and one that the name server does not know, say so', async () => {
  const fails = (code: string) => () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code }));
  for (const resolve of [answers(), fails('ENOTFOUND'), fails('EAI_AGAIN')]) {
    const call = createOutgoingClient({ allow: [], resolve });
    expect(await call({ url: 'https://nada.exemplo.com/' })).toEqual({ ok: false, reason: 'unknown_host' });
  }
});
