import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUBLIC_PAGES } from '#app/public-pages.ts';
import { catalogIndex } from '#shop/catalog/search/catalog-index.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { makeStaff } from '#test/make-staff.ts';
import { listAddresses } from '#test/sources/list-addresses.ts';
import { AUTH_SECRET, openApp, type OpenApp } from '#test/visitor/open-app.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';

const root = resolve(import.meta.dirname, '../..');

let shop: TestContext;
let app: OpenApp;
let buyer: { cookie: string; id: string; email: string };
let clerk: typeof buyer;
let params: Record<string, string>;

beforeAll(async () => {
  shop = await createTestContext();
  shop.ctx.settings.metricsToken = 'segredo-das-medidas';
  app = await openApp(shop);
  buyer = await app.signUp('canario-comprador');
  clerk = await app.signUp('canario-equipe');
  await makeStaff(shop, clerk.email);
  const order = await createPaidOrder(shop, buy(shop.ctx, [0]), buyer.id);
  const charge = await shop.ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  const skin = shop.ctx.catalog.current().skins[0]!;
  params = {
    championId: skin.championId,
    skinNum: String(skin.num),
    file: `${skin.championId}_${skin.num}`,
    id: order.orderId,
    itemId: order.items[0]!.id,
    chargeId: charge.id,
    gateway: 'simulator',
    digest: catalogIndex(shop.ctx).digest,
  };
});
afterAll(() => shop.close());

const fill = (path: string) =>
  path.replaceAll(/:(\w+)|\*/g, (_, name?: string) => params[name ?? ''] ?? 'nada');

async function get(path: string, headers: Record<string, string> = {}) {
  const stop = new AbortController();
  const answer = await app.ask(path, { headers, signal: stop.signal });
  // A stream has no end to wait for.
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream ? '' : await answer.text();
  if (isStream) await answer.body?.cancel();
  stop.abort();
  return { status: answer.status, headers: answer.headers, text };
}

/** Addresses that are the same for everybody, so that a cache between shop and visitor may keep them. */
const SHARED = [
  '/.well-known/fulgor-trust.json',
  '/api/catalog-index/:digest',
  '/img/:file',
  '/robots.txt',
  '/sitemap.xml',
  '/manifest.webmanifest',
];
/** Pages that are the same for everybody who has no cookie of ours, so that a cache may keep them for those alone. */
const ANONYMOUS = Object.values(PUBLIC_PAGES);

// shows: threat 36, threat 43
test('no answer holds a secret, and a cache may keep what is the same for everybody, and public pages for the anonymous', async () => {
  const { metricsToken, sealingKey } = shop.ctx.settings;
  const secrets = [
    metricsToken ?? '',
    AUTH_SECRET,
    sealingKey.toString('hex'),
    sealingKey.toString('base64'),
  ];
  expect(secrets.every((secret) => secret.length > 15)).toBe(true);
  const addresses = [...new Set(listAddresses().map(({ path }) => path))];
  expect(addresses.length).toBeGreaterThan(50);
  const kept = { anonymous: new Set<string>(), signedIn: new Set<string>() };
  for (const address of addresses) {
    for (const who of [null, buyer, clerk]) {
      const answer = await get(fill(address), who ? { Cookie: who.cookie } : {});
      const control = answer.headers.get('cache-control') ?? '';
      const label = `${address} as ${who?.email}: ${answer.status} ${control}`;
      expect.soft(answer.status, label).toBeLessThan(500);
      for (const secret of secrets) expect.soft(answer.text, label).not.toContain(secret);
      expect.soft(control, label).not.toBe('');
      if (!/no-store|no-cache|private/.test(control)) {
        kept[who ? 'signedIn' : 'anonymous'].add(address);
        expect.soft(answer.text, label).not.toContain('canario');
        expect.soft(answer.headers.getSetCookie(), label).toEqual([]);
      }
    }
  }
  expect([...kept.signedIn].toSorted()).toEqual(SHARED.toSorted());
  expect([...kept.anonymous].toSorted()).toEqual([...SHARED, ...ANONYMOUS].toSorted());
  for (const address of ANONYMOUS) {
    const { headers } = await get(fill(address));
    expect(headers.get('vary'), address).toMatch(/\bCookie\b/);
    expect(headers.get('cache-control'), address).toMatch(/\bmax-age=0\b/);
  }
  // There was something to find.
  expect((await get('/dashboard/perfil', { Cookie: buyer.cookie })).text).toContain('canario-comprador');
}, 120_000);

// shows: threat 37
test('no answer and no mail repeats the host that a request claims', { tags: 'release' }, async () => {
  const claims: Record<string, string>[] = [
    {},
    { 'X-Forwarded-Host': 'veneno.example', 'X-Forwarded-Proto': 'https' },
    { Forwarded: 'host=veneno.example;proto=https', 'X-Original-Host': 'veneno.example' },
    { 'X-Original-URL': '//veneno.example/', 'X-Rewrite-URL': '//veneno.example/' },
  ];
  const addresses = [...new Set(listAddresses().map(({ path }) => path))].filter(
    (address) => address !== '/api/live',
  );
  for (const headers of claims) {
    for (const address of addresses) {
      const answer = await get(`http://veneno.example${fill(address)}`, headers);
      const label = `${address} with ${JSON.stringify(headers)}`;
      expect.soft(answer.text, label).not.toContain('veneno.example');
      expect.soft(JSON.stringify([...answer.headers]), label).not.toContain('veneno.example');
    }
    await app.ask('http://veneno.example/api/auth/request-password-reset', {
      method: 'POST',
      headers: { ...headers, Origin: app.url, 'content-type': 'application/json' },
      body: JSON.stringify({ email: buyer.email, redirectTo: '/auth/nova-senha' }),
    });
  }
  await shop.settled();
  const mails = (await shop.jobs()).filter(({ name }) => name === 'mail-account');
  const resets = mails.filter(({ data }) => JSON.stringify(data).includes('reset-password'));
  expect(resets.length).toBeGreaterThan(0);
  expect(JSON.stringify(mails)).not.toContain('veneno.example');
  for (const { data } of resets) expect((data as { url: string }).url).toMatch(/^http:\/\/localhost:3000\//);
});

// shows: threat 43, threat F16
test('no module that a browser may load reads the environment', () => {
  const files = globSync('{app,shop,catalogs,gateways,jobs,emails}/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.test\.tsx?$/.test(path),
  );
  expect(files.length).toBeGreaterThan(300);
  // `SSR` is no variable: the build puts true or false in its place.
  const reading = files.filter((path) =>
    /process\.env|import\.meta\.env(?!\.SSR\b)/.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(reading).toEqual([]);
});

test('a mail on another origin shows the picture of a skin, and nothing else of the shop stands on other pages', async () => {
  const foreign = [];
  for (const address of new Set(listAddresses().map(({ path }) => path))) {
    if (address === '/api/live') continue;
    const { headers } = await get(fill(address));
    if (headers.get('cross-origin-resource-policy') !== 'same-origin') foreign.push(address);
  }
  expect(foreign).toEqual(['/img/:file']);
  const picture = await get(`${fill('/img/:file')}?w=640&f=jpeg`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});
