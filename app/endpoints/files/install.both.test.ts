import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeFile } from '#shop/delivery/files/store-file.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { listInstallable } from '#shop/delivery/install/list-installable.ts';
import { withdrawOrder } from '#shop/orders/withdraw-order.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, skinsOf } from '#test/purchases.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { openApp } from '#test/visitor/open-app.ts';
import { serveApp } from '#test/visitor/serve-app.ts';

/** Of each skin its own: the same bytes under another one would wait for a person. */
const contentOf = (position: number) => Buffer.alloc(2_500_000, `fulgor ${position} `);
const TINY = Buffer.from('pequeno');

let shop: TestContext;
let clerk: string;
/** Where a script without a cookie asks. */
let served: { url: string; close(): void };
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await shop.createUser('Equipe');
  shop.ctx.settings.installLink = 'ltk://install?url={url}&name={name}&source={brand}';
  served = await serveApp(await openApp(shop));
  shop.stopClock();
});
afterAll(async () => {
  served.close();
  await shop.close();
});

async function keep(position: number, name: string, content = contentOf(position)): Promise<void> {
  const chunks = (async function* () {
    yield content;
  })();
  const stored = await storeFile(shop.ctx, { actorUserId: clerk, name, content: chunks });
  if (!stored.ok) throw new Error(stored.reason);
  const [skin] = skinsOf(shop.ctx, position);
  const saved = { actorUserId: clerk, sku: skin!.sku, fileId: stored.file.id, auto: true };
  expect(await saveSkinFile(shop.ctx, saved)).toMatchObject({ ok: true });
}

/** Buys a skin whose file the shop stores. */
async function own(position: number, name = 'pacote.fantome', content = contentOf(position)) {
  await keep(position, name, content);
  const order = await createPaidOrder(shop, buy(shop.ctx, [position]));
  const [entry] = await shop.ctx.db
    .selectFrom('user_collection')
    .select('id')
    .where('order_id', '=', order.orderId)
    .execute();
  return { ...order, entryId: entry!.id };
}

async function press({ userId, entryId }: { userId: string; entryId: string }) {
  const { status, body } = await callApi(shop.ctx, userId, `POST /api/collection/${entryId}/install`);
  expect(status).toBe(200);
  return body as { href: string; url: string; expires_at: string };
}

const at = (url: string) => served.url + new URL(url).pathname;
const script = (url: string, init?: RequestInit) => fetch(at(url), { redirect: 'manual', ...init });
async function statusOf(url: string, init?: RequestInit): Promise<number> {
  const answer = await script(url, init);
  await answer.arrayBuffer();
  return answer.status;
}

/** Hangs up once the first piece is there. */
async function breakOff(url: string): Promise<void> {
  const asked = httpRequest(at(url)).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await once(answer, 'data');
  asked.destroy();
}

async function fetchesOf({ entryId }: { entryId: string }): Promise<number[]> {
  const rows = await shop.ctx.db
    .selectFrom('install_links')
    .select('fetches')
    .where('grant_id', '=', entryId)
    .execute();
  return rows.map(({ fetches }) => fetches);
}

async function downloadsOf({ orderId }: { orderId: string }): Promise<number> {
  const rows = await shop.ctx.db
    .selectFrom('delivery_records')
    .innerJoin('order_items', 'order_items.id', 'delivery_records.order_item_id')
    .select('kind')
    .where('order_items.order_id', '=', orderId)
    .where('kind', '=', 'downloaded')
    .execute();
  return rows.length;
}

test('a script without a cookie fetches the whole file three times, and then reads that the address is used up', async () => {
  const owned = await own(0);
  const { href, url, expires_at } = await press(owned);
  expect(url).toMatch(/^http:\/\/localhost:3000\/i\/[\w-]{22}\.fantome$/);
  const asked = new URL(href);
  expect([asked.protocol, asked.searchParams.get('url'), asked.searchParams.get('source')]).toEqual([
    'ltk:',
    url,
    'Fulgor',
  ]);
  expect(asked.searchParams.get('name')).not.toBe('');
  expect(new Date(expires_at).getTime() - shop.ctx.now().getTime()).toBe(600_000);
  for (let times = 0; times < 3; times++) {
    const answer = await script(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''pacote.fantome");
    expect([answer.headers.get('referrer-policy'), answer.headers.get('x-robots-tag')]).toEqual([
      'no-referrer',
      'noindex',
    ]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(contentOf(0))).toBe(true);
  }
  const over = await script(url);
  expect(over.status).toBe(410);
  expect(await over.json()).toMatchObject({ error: { code: 'gone', message: /já foi usado/ } });
  expect(await fetchesOf(owned)).toEqual([3]);
});

test('of more fetches at once than are left, three come whole', async () => {
  const { url } = await press(await own(1));
  const sizes = await Promise.all(
    Array.from({ length: 5 }, () =>
      script(url).then(async (answer) => (await answer.arrayBuffer()).byteLength),
    ).map((size) => size.catch(() => null)),
  );
  expect(sizes.filter((size) => size === 2_500_000)).toHaveLength(3);
});

test('fetches that broke off, heads and parts count as none, and a resumed one as one', async () => {
  const owned = await own(2);
  const { url } = await press(owned);
  for (let times = 0; times < 4; times++) expect(await statusOf(url, { method: 'HEAD' })).toBe(200);
  expect(await statusOf(url, { headers: { range: 'bytes=9000000-' } })).toBe(416);
  await shop.settled();
  expect(await downloadsOf(owned)).toBe(0);
  for (let times = 0; times < 4; times++) await breakOff(url);
  for (let times = 0; times < 4; times++)
    expect(await statusOf(url, { headers: { range: 'bytes=0-99' } })).toBe(206);
  // Whoever broke off has bytes all the same.
  expect([await fetchesOf(owned), await downloadsOf(owned)]).toEqual([[0], 1]);
  const rest = await script(url, { headers: { range: 'bytes=2499990-' } });
  expect([rest.status, rest.headers.get('content-range')]).toEqual([206, 'bytes 2499990-2499999/2500000']);
  expect(await rest.text()).toBe(String(contentOf(2).subarray(2_499_990)));
  expect(await fetchesOf(owned)).toEqual([1]);
});

test('a small file that was broken off counts as none too, nor does a bucket hand out an address that nobody counts', async () => {
  const owned = await own(3, 'pequeno.zip', TINY);
  shop.ctx.largeFiles.address = async () => 'https://balde.exemplo.com/arquivo';
  const { url } = await press(owned);
  for (let times = 0; times < 4; times++) await breakOff(url);
  expect(await (await script(url)).text()).toBe(String(TINY));
  expect(await fetchesOf(owned)).toEqual([1]);
});

test('a silent storage is said in words and counts as no download', async () => {
  const owned = await own(13);
  const { url } = await press(owned);
  const { open } = shop.ctx.largeFiles;
  shop.ctx.largeFiles.open = () => Promise.reject(new Error('S3 GET: timeout'));
  const refused = await script(url);
  shop.ctx.largeFiles.open = open;
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ error: { message: /^Não conseguimos buscar/ } });
  expect([await fetchesOf(owned), await downloadsOf(owned)]).toEqual([[0], 0]);
});

test('the address ends after ten minutes, and one that nobody made opens nothing', async () => {
  const { url } = await press(await own(4));
  shop.passSeconds(599);
  expect(await statusOf(url)).toBe(200);
  shop.passSeconds(1);
  expect(await statusOf(url)).toBe(410);
  expect(await statusOf('http://x/i/aaaaaaaaaaaaaaaaaaaaaa.zip')).toBe(404);
  expect(await statusOf(url.replace('.fantome', '.exe'))).toBe(404);
});

test('only the owner gets an address, only for a stored file that an installer takes', async () => {
  const owned = await own(5);
  const install = (userId: string | null, entryId: string) =>
    callApi(shop.ctx, userId, `POST /api/collection/${entryId}/install`);
  expect((await install(await shop.createUser(), owned.entryId)).status).toBe(404);
  expect((await install(null, owned.entryId)).status).toBe(401);
  const other = await own(6, 'pacote.7z');
  expect((await install(other.userId, other.entryId)).body.error.code).toBe('no_file');
  const pressed = async ({ userId }: { userId: string }) =>
    (await listInstallable(shop.ctx, userId)).entries.map(({ entryId }) => entryId);
  expect([await pressed(owned), await pressed(other)]).toEqual([[owned.entryId], []]);
  shop.ctx.settings.installLink = null;
  expect((await press(owned)).href).toBeNull();
  shop.ctx.settings.installLink = 'ltk://install?url={url}&name={name}&source={brand}';
});

test('of a fetch and a withdrawal one happens, and what is given back is fetched by no address', async () => {
  shop.ctx.settings.automaticWithdrawal = true;
  const fetched = await own(7);
  const { url } = await press(fetched);
  expect(await statusOf(url)).toBe(200);
  expect(await downloadsOf(fetched)).toBe(1);
  const asked = { userId: fetched.userId, orderId: fetched.orderId, reason: '' };
  expect(await withdrawOrder(shop.ctx, asked)).toMatchObject({ state: 'requested' });

  const given = await own(8);
  const unused = await press(given);
  const feed = await callApi(shop.ctx, given.userId, 'POST /api/me/feed');
  expect(
    await withdrawOrder(shop.ctx, { ...asked, userId: given.userId, orderId: given.orderId }),
  ).toMatchObject({
    state: 'refunding',
  });
  expect(await statusOf(unused.url)).toBe(404);
  expect(await (await script(feed.body.url)).json()).toMatchObject({ items: [] });
});

test('the programs of a person read what they own, fetch it, and find nothing once it is switched off', async () => {
  const owned = await own(9, 'skin.modpkg');
  const sha256 = createHash('sha256').update(contentOf(9)).digest('hex');
  const call = (does: string) => callApi(shop.ctx, owned.userId, `${does} /api/me/feed`);
  expect((await call('GET')).body).toEqual({ url: null });
  const { url } = (await call('POST')).body;
  expect(url).toMatch(/^http:\/\/localhost:3000\/feed\/[\w-]{22}\.json$/);
  expect([(await call('POST')).body, (await call('GET')).body]).toEqual([{ url }, { url }]);

  const answer = await script(url);
  expect([answer.status, answer.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
  const text = await answer.text();
  const feed = JSON.parse(text);
  const [skin] = skinsOf(shop.ctx, 9);
  expect(feed.version).toBe('https://jsonfeed.org/version/1.1');
  expect(feed.items).toEqual([
    expect.objectContaining({ id: skin!.sku, version: 1, sha256, updated_at: expect.any(String) }),
  ]);
  const person = await shop.ctx.db
    .selectFrom('users')
    .select(['name', 'email', 'id'])
    .where('id', '=', owned.userId)
    .executeTakeFirstOrThrow();
  for (const known of [person.name, person.email, person.id, url]) expect(text).not.toContain(known);

  const etag = answer.headers.get('etag')!;
  expect(await statusOf(url, { headers: { 'if-none-match': etag } })).toBe(304);
  const [{ attachments }] = feed.items;
  const led = await script(attachments[0].url);
  expect([led.status, led.headers.get('location')]).toEqual([
    302,
    expect.stringMatching(/\/i\/[\w-]{22}\.modpkg$/),
  ]);
  expect(await downloadsOf(owned)).toBe(0);
  expect(await statusOf(led.headers.get('location')!)).toBe(200);
  expect(await downloadsOf(owned)).toBe(1);
  // It opens no other file of the same person, and not the list.
  const second = await createPaidOrder(shop, buy(shop.ctx, [0]), owned.userId);
  const [, token = '', entryId = ''] = /feed\/([^/]+)\/(.+)$/.exec(attachments[0].url) ?? [];
  const other = await shop.ctx.db
    .selectFrom('user_collection')
    .select('id')
    .where('order_id', '=', second.orderId)
    .executeTakeFirstOrThrow();
  expect(await statusOf(attachments[0].url.replace(entryId, other.id))).toBe(404);
  expect(await statusOf(`http://x/feed/${token}.json`)).toBe(404);

  await keep(9, 'skin-2.modpkg', Buffer.from('outra versão'));
  expect(await statusOf(url, { headers: { 'if-none-match': etag } })).toBe(200);
  expect((await call('DELETE')).body).toEqual({ url: null });
  expect([await statusOf(url), await statusOf(attachments[0].url)]).toEqual([404, 404]);
  expect((await call('POST')).body.url).not.toBe(url);
});

test('what an installer cannot take has its sum in the feed, too', async () => {
  const owned = await own(12, 'skin.rar');
  const { url } = (await callApi(shop.ctx, owned.userId, 'POST /api/me/feed')).body;
  const { items } = (await (await script(url)).json()) as { items: object[] };
  const sha256 = createHash('sha256').update(contentOf(12)).digest('hex');
  expect(items).toEqual([expect.objectContaining({ sha256 })]);
  expect(items[0]).not.toHaveProperty('attachments');
});

test('of a link to elsewhere the feed names the page of the shop alone', async () => {
  const order = await createPaidOrder(shop, buy(shop.ctx, [10]));
  const { body } = await callApi(shop.ctx, order.userId, 'POST /api/me/feed');
  const read = async () => ((await (await script(body.url)).json()) as { items: object[] }).items;
  expect(await read()).toEqual([expect.not.objectContaining({ url: expect.anything() })]);
  await shop.ctx.db
    .updateTable('grants')
    .set({ state: 'delivered', waits_for: null, link: 'https://arquivos.exemplo.com/a.zip' })
    .where('order_id', '=', order.orderId)
    .execute();
  const [item] = await read();
  expect(item).toMatchObject({ url: expect.stringContaining('/dashboard/download-skin/'), sha256: null });
  expect(JSON.stringify(item)).not.toContain('arquivos.exemplo.com');
});

test('after a change of AUTH_SECRET the feed is off until it is switched on again; it is read sixty times at once', async () => {
  const { userId } = await own(11);
  const call = (does: string) => callApi(shop.ctx, userId, `${does} /api/me/feed`);
  const { url } = (await call('POST')).body;
  const before = shop.ctx.settings.sealingKey;
  shop.ctx.settings.sealingKey = Buffer.alloc(32, 9);
  try {
    expect([(await call('GET')).body, await statusOf(url)]).toEqual([{ url: null }, 404]);
    const anew = (await call('POST')).body.url;
    for (let times = 0; times < 60; times++) expect(await statusOf(anew)).toBe(200);
    expect(await statusOf(anew)).toBe(429);
  } finally {
    shop.ctx.settings.sealingKey = before;
  }
});
