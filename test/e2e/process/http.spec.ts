import { SMALL } from '../../catalog/invented-mirror.ts';
import { signUpPerson } from '../authorization/resources.ts';
import { expect, startStockedShop, test } from '../shop.ts';

const FIXED = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
};
const scriptSources = (policy = '') => /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];

// shows: threat 27, threat 38
test('a page for one visitor runs scripts by a nonce of its own, and no cache may keep it', async ({
  shop,
  request,
}) => {
  const answer = await request.get(`${shop.url}/carrinho`);
  expect(answer.status()).toBe(200);
  const headers = answer.headers();
  const [self, nonce = '', ...others] = scriptSources(headers['content-security-policy']);
  expect([self, others]).toEqual(["'self'", []]);
  expect(nonce).toMatch(/^'nonce-[^']+'$/);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers).toMatchObject({ ...FIXED, 'cache-control': 'private, no-store' });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  const other = await request.get(`${shop.url}/carrinho`);
  expect(scriptSources(other.headers()['content-security-policy'])).not.toContain(nonce);
  const html = await answer.text();
  for (const [script] of html.matchAll(/<script(?![^>]*application\/json)[^>]*>/g))
    expect(script).toContain(`nonce="${nonce.slice("'nonce-".length, -1)}"`);
});

// shows: threat 27, threat 38
test(
  'a page for everybody runs the scripts that it came with, by their hashes',
  { tag: '@release' },
  async ({ shop, request }) => {
    const answer = await request.get(`${shop.url}/loja`);
    expect(answer.status()).toBe(200);
    const headers = answer.headers();
    const [self, ...hashes] = scriptSources(headers['content-security-policy']);
    expect(self).toBe("'self'");
    expect(hashes.length).toBeGreaterThan(2);
    for (const hash of hashes) expect(hash).toMatch(/^'sha256-[\w+/]{43}='$/);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({ ...FIXED, 'cache-control': 'public, max-age=0, s-maxage=30' });
    expect(await answer.text()).not.toContain('nonce=');
    const other = await request.get(`${shop.url}/loja`, {
      headers: { 'If-None-Match': headers.etag ?? '' },
    });
    expect(other.status()).toBe(304);
    expect(other.headers()['content-security-policy']).toBe(headers['content-security-policy']);
    expect(other.headers()['x-request-id']).not.toBe(headers['x-request-id']);
  },
);

// shows: threat 26
test('a state change from elsewhere, or from nowhere, is refused', async ({ shop, request }) => {
  const post = (origin: string | null, path = '/api/create-pix-payment') =>
    request.post(`${shop.url}${path}`, { data: {}, headers: origin === null ? {} : { Origin: origin } });
  for (const origin of [
    null,
    'null',
    'https://evil.example',
    `${shop.url}.evil.example`,
    'http://localhost:1',
  ]) {
    const answer = await post(origin);
    expect(answer.status(), String(origin)).toBe(403);
    expect((await answer.json()).error.code).toBe('foreign_origin');
  }
  expect((await post(shop.url)).status()).toBe(401);
  expect((await post(null, '/api/auth/sign-out')).status()).toBe(403);
  // Gateways send no Origin; this shop simply has no such gateway.
  expect((await post(null, '/webhooks/abacatepay')).status()).toBe(404);
});

// shows: threat 41
test('too much is refused before it is read, and nonsense is no 500', async ({ shop, request }) => {
  const post = (data: string | Buffer, path: string) =>
    request.post(`${shop.url}${path}`, {
      data,
      headers: { Origin: shop.url, 'content-type': 'application/json' },
    });
  const tooMuch = Buffer.alloc(1024 * 1024 + 1, 32);
  expect((await post(tooMuch, '/api/quote')).status()).toBe(413);
  // Who may send it comes first.
  expect((await post(tooMuch, '/api/create-pix-payment')).status()).toBe(401);
  for (const path of [
    '/api/create-pix-payment',
    '/api/auth/sign-in/email',
    '/api/auth/sign-up/email',
    '/auth',
  ]) {
    for (const body of ['', '{', '[]', 'null', '{"email":{}}']) {
      expect((await post(body, path)).status(), `${path} ${body}`).toBeLessThan(500);
    }
  }
  const long = await request.get(`${shop.url}/loja?q=${'a'.repeat(14_000)}`);
  expect(long.status()).toBeLessThan(500);
  for (const path of [
    '/%00',
    '/img/..%2f..%2fetc',
    '/loja/skin/%2e%2e/1',
    '/loja/skin/Ahri/99999999999',
    '/loja?pagina=-1&campeao=%27',
  ]) {
    expect((await request.get(`${shop.url}${path}`)).status(), path).toBeLessThan(500);
  }
});

test('programs get JSON for what does not exist, people get a page', async ({ shop, request }) => {
  const api = await request.get(`${shop.url}/api/nothing`);
  expect(api.status()).toBe(404);
  expect((await api.json()).error.code).toBe('not_found');
  const page = await request.get(`${shop.url}/nada-aqui`);
  expect(page.status()).toBe(404);
  expect(await page.text()).toContain('Oops! Page not found');
});

// shows: spec 2.3
test(
  'the mistaken targets of the old shop lead where they were meant to',
  { tag: '@release' },
  async ({ shop, request }) => {
    for (const [from, to] of [
      ['/contact', '/contato'],
      ['/dashboard/orders', '/dashboard/pedidos'],
    ] as const) {
      const answer = await request.get(`${shop.url}${from}`, { maxRedirects: 0 });
      expect([answer.status(), answer.headers().location]).toEqual([308, to]);
    }
  },
);

test('the whole mirror is on offer: 1,930 skins', async ({ shop, request }) => {
  expect(await (await request.get(`${shop.url}/readyz`)).json()).toEqual({ status: 'ready' });
  expect(await (await request.get(`${shop.url}/healthz`)).json()).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
  const html = await (await request.get(`${shop.url}/loja`)).text();
  expect(html.replace(/<!-- -->/g, '')).toContain(`Mostrando 24 de ${SMALL.skins} skins oficiais`);
});

test(
  'a person has five live streams, and one that is left makes room for another',
  { tag: '@release' },
  async ({ shop }) => {
    const { cookie } = await signUpPerson(shop, 'muitas-abas');
    const left = new AbortController();
    const open = async (signal?: AbortSignal) => {
      const answer = await fetch(`${shop.url}/api/live`, { headers: { cookie }, signal: signal ?? null });
      if (answer.status !== 200) await answer.body?.cancel();
      return answer;
    };
    const streams = [await open(left.signal)];
    for (let n = 1; n < 5; n++) streams.push(await open());
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await open()).status).toBe(429);
    left.abort();
    const next = async () => {
      const stream = await open();
      if (stream.status === 200) streams.push(stream);
      return stream.status;
    };
    await expect.poll(next).toBe(200);
    for (const stream of streams.slice(1)) await stream.body?.cancel();
  },
);

test('behind a proxy that ends TLS every form still comes from the shop itself', async ({
  catalogServer,
  database,
}) => {
  const shop = await startStockedShop(database, {
    CATALOG_URL: catalogServer.url,
    APP_URL: 'https://loja.exemplo.com.br',
  });
  // The proxy asks by http, so this is not the address that the browser names as its origin.
  const send = (origin: string) =>
    fetch(`${shop.url}/auth?modo=cadastro`, {
      method: 'POST',
      headers: { Origin: origin },
      body: new URLSearchParams({ email: 'sem-nome@exemplo.com' }),
    });
  expect(await (await send('https://loja.exemplo.com.br')).text()).toContain('sem-nome@exemplo.com');
  expect((await send('https://outra.exemplo.com.br')).status).toBe(403);
  expect(await shop.stop()).toBe(0);
});
