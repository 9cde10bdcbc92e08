import { afterAll, beforeAll, expect, test } from 'vitest';
import { BodyTooLarge } from '#app/endpoints/http/body-too-large.ts';
import { RIGHTS } from '#shop/accounts/staff/rights.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import { CALLS_A_MINUTE } from '#shop/programs/open-key.ts';
import { SCOPES, type Scope } from '#shop/programs/scopes.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { makeStaff } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { wireName } from '#shop/text/wire-name.ts';
import { openPrograms, type OpenPrograms } from '#test/visitor/open-programs.ts';
import { action } from './answer-v1.ts';
import { OTHERS } from './v1-others.ts';
import { V1 } from './v1.ts';

let shop: TestContext;
let { app, owner, panel, makeKey, ask } = {} as OpenPrograms;

beforeAll(async () => {
  shop = await createTestContext();
  shop.stopClock();
  ({ app, owner, panel, makeKey, ask } = await openPrograms(shop));
});
afterAll(() => shop.close());

const ALL = Object.keys(SCOPES) as Scope[];

test('a key is shown once, listed without itself, used, and ended', async () => {
  const made = await panel('POST', 'api-keys', {
    name: ' Planilha ',
    scopes: ['orders:read'],
    expires_at: null,
  });
  const { id, key, prefix } = made.body;
  expect(made).toMatchObject({ status: 201, body: { name: 'Planilha', scopes: ['orders:read'] } });
  expect(key).toMatch(/^flg_[\w-]{32}$/);
  const list = async () => (await panel('GET', 'api-keys')).body as { id: string }[];
  expect(JSON.stringify(await list())).not.toContain(key);
  expect(await list()).toMatchObject([{ id, prefix, created_by: 'dona', last_used_at: null }]);
  const me = await ask(key, 'GET me');
  expect([me.status, me.body]).toEqual([
    200,
    { name: 'Planilha', scopes: ['orders:read'], expires_at: null },
  ]);
  expect(await list()).toMatchObject([{ last_used_at: shop.ctx.now().toISOString() }]);
  const rows = await shop.ctx.db.selectFrom('api_keys').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(key.slice(prefix.length));
  expect((await panel('DELETE', `api-keys/${id}`)).status).toBe(204);
  expect((await panel('DELETE', `api-keys/${id}`)).status).toBe(404);
  expect((await ask(key, 'GET me')).body.error.code).toBe('invalid_key');
  expect(await list()).toEqual([]);
});

test(
  'a key with one scope opens what that scope is for, and nothing else: every call against every scope',
  { tags: 'release', timeout: 120_000 },
  async () => {
    const opened = Object.entries({ ...V1, ...OTHERS }).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({
        scope: 'opens' in call ? call.opens?.scope : call.scope,
        method,
        path: path.slice('/api/v1/'.length),
      })),
    );
    // `me` needs none.
    const calls = opened.filter(({ scope }) => scope !== undefined);
    expect(opened.length - calls.length).toBe(1);
    expect(calls.length).toBeGreaterThan(30);
    expect(ALL.filter((scope) => !calls.some((call) => call.scope === scope))).toEqual([]);
    for (const scope of ALL) {
      const { key } = await makeKey([scope]);
      for (const call of calls) {
        shop.passSeconds(61);
        // Asked before body and path are read: what it says is no call at all.
        const path = call.path.replaceAll(/:\w+/g, 'nada');
        const answer = await ask(key, `${call.method} ${path}`, call.method === 'GET' ? {} : { body: [] });
        const { code, scope: wanted } = answer.body?.error ?? {};
        if (call.scope === scope) expect(code, `${call.method} ${path}`).not.toBe('missing_scope');
        else expect([answer.status, code, wanted]).toEqual([403, 'missing_scope', call.scope]);
        expect(answer.status).toBeLessThan(500);
      }
    }
  },
);

test('who has no right key reads why, and a browser none at all', async () => {
  const { id, key } = await makeKey(['orders:read'], { addresses: ['203.0.113.0/24'] });
  const refused = async (token: string, headers = {}) => {
    const { status, body, headers: told } = await ask(token, 'GET orders', { headers });
    expect(told.has('ratelimit-remaining')).toBe(status !== 401);
    return [status, body.error?.code];
  };
  expect(await refused(key)).toEqual([200, undefined]);
  expect(await refused(key, { Origin: app.url })).toEqual([403, 'key_in_browser']);
  expect(await refused(`${key.slice(0, -1)}!`)).toEqual([401, 'invalid_key']);
  expect(await refused(key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).toEqual([
    401,
    'invalid_key',
  ]);
  expect((await app.ask('/api/v1/orders', { headers: { cookie: owner.cookie } })).status).toBe(401);
  const inAddress = await app.ask(`/api/v1/orders?access_token=${key}`);
  expect([inAddress.status, (await inAddress.json()).error]).toMatchObject([
    401,
    { code: 'invalid_key', message: expect.stringMatching(/cabeçalho Authorization.*Termine esta chave/) },
  ]);
  const elsewhere = await makeKey(['orders:read'], { addresses: ['198.51.100.7', '2001:db8::/32'] });
  expect(await refused(elsewhere.key)).toEqual([401, 'invalid_key']);
  const short = await makeKey(['orders:read'], {
    expires_at: new Date(shop.ctx.now().getTime() + 60_000).toISOString(),
  });
  expect(await refused(short.key)).toEqual([200, undefined]);
  shop.passSeconds(60);
  expect(await refused(short.key)).toEqual([401, 'invalid_key']);
  for (const wrong of [
    { scopes: [] },
    { scopes: ['orders:everything'] },
    { addresses: ['203.0.113.0/33'] },
    { addresses: ['loja.exemplo.com'] },
    { expires_at: '2020-01-01' },
    { name: '' },
  ])
    expect((await panel('POST', 'api-keys', { name: 'X', scopes: ['orders:read'], ...wrong })).status).toBe(
      422,
    );
  await panel('DELETE', `api-keys/${id}`);
});

test('a key never does more than its maker may at that moment, and dies with the role', async () => {
  const maker = await app.signUp('outra-dona');
  await makeStaff(shop, maker.email);
  const made = await panel('POST', 'api-keys', { name: 'Robô', scopes: ALL }, maker.cookie);
  const { key } = made.body;
  const scopeOfRefusal = async (call: string) => (await ask(key, call)).body?.error?.scope;
  expect(await scopeOfRefusal('GET settings')).toBeUndefined();
  shop.ctx.settings.requireStaffSecondFactor = true;
  expect((await ask(key, 'GET me')).status).toBe(401);
  shop.ctx.settings.requireStaffSecondFactor = false;
  await shop.ctx.db
    .updateTable('user_roles')
    .set({ role: 'support' })
    .where('user_id', '=', maker.id)
    .execute();
  expect(await scopeOfRefusal('GET settings')).toBe('settings:read');
  expect(await scopeOfRefusal('GET tickets')).toBeUndefined();
  const { scopes } = (await ask(key, 'GET me')).body;
  expect(scopes).toEqual(expect.arrayContaining(['tickets:read', 'requests:write', 'catalog:read']));
  expect((await ask(key, 'GET catalog')).status).toBe(200);
  expect(scopes).not.toContain('settings:write');
  expect((await panel('POST', 'api-keys', { name: 'X', scopes: ['orders:read'] }, maker.cookie)).status).toBe(
    403,
  );
  expect((await panel('DELETE', `staff/${maker.id}`)).status).toBe(204);
  expect((await ask(key, 'GET me')).status).toBe(401);
  await shop.ctx.db.deleteFrom('revoked_staff').execute();
  await makeStaff(shop, maker.email);
  expect((await ask(key, 'GET me')).status).toBe(401);
  expect(RIGHTS.programs).toEqual(['owner']);
});

test('a key makes 120 calls in a minute, and every answer says how many are left', async () => {
  const { key } = await makeKey(['orders:read']);
  shop.passSeconds(60 - (Math.floor(shop.ctx.now().getTime() / 1000) % 60));
  const left = [];
  for (let n = 0; n <= CALLS_A_MINUTE; n++) {
    const { status, headers } = await ask(key, n % 2 ? 'GET me' : 'GET nada');
    left.push([status, headers.get('ratelimit-remaining')]);
  }
  expect(left.slice(0, 2)).toEqual([
    [404, '119'],
    [200, '118'],
  ]);
  expect(left.at(-2)).toEqual([200, '0']);
  const last = await ask(key, 'GET me');
  expect(last.status).toBe(429);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(last.headers.get('ratelimit-limit')).toBe('120');
  shop.passSeconds(60);
  expect((await ask(key, 'GET me')).status).toBe(200);
});

test('what is too large and what fails says how many calls are left too', async () => {
  const { key } = await makeKey(['coupons:write', 'catalog:read']);
  const body = new ReadableStream({
    pull() {
      throw new BodyTooLarge();
    },
  });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  const request = new Request(`${app.url}/api/v1/coupons`, init);
  const large: Response = await callRoute(action, { request, context: contextFor(shop.ctx, null) });
  expect([large.status, large.headers.get('ratelimit-limit')]).toEqual([413, '120']);
  expect((await large.json()).error.code).toBe('body_too_large');
  const sent = await ask(key, 'POST coupons', {
    body: { code: 'A'.repeat(2_000_000) },
    headers: { 'content-length': '2000011' },
  });
  expect([sent.status, sent.headers.get('ratelimit-limit')]).toEqual([413, '120']);
  const endless = async (bearer: string) => {
    const sent = await ask(bearer, 'POST files', { headers: { 'transfer-encoding': 'chunked' } });
    return [sent.status, sent.body.error.code, sent.headers.get('ratelimit-limit')];
  };
  expect(await endless('flg_nenhuma')).toEqual([401, 'invalid_key', null]);
  expect(await endless(key)).toEqual([403, 'missing_scope', '120']);
  const { key: filing } = await makeKey(['files:write']);
  expect(await endless(filing)).toEqual([411, 'length_required', '120']);
  const { current } = shop.ctx.catalog;
  shop.ctx.catalog.current = () => {
    throw new Error('planted');
  };
  const failing = new Request(`${app.url}/api/v1/catalog`, { headers });
  const asked = { request: failing, context: contextFor(shop.ctx, null) };
  const failed: Response = await callRoute(action, asked).finally(() => (shop.ctx.catalog.current = current));
  expect([failed.status, failed.headers.get('ratelimit-limit')]).toEqual([500, '120']);
  expect(shop.logLines).toContainEqual(expect.objectContaining({ level: 'error', event: 'request_failed' }));
});

test('the same call with one key acts once, also at the same moment; what it does is in the log under its name', async () => {
  const { key } = await makeKey(['coupons:write', 'audit:read']);
  const create = (code: string, requestKey: string) =>
    ask(key, 'POST coupons', { body: { code, percent: 10 }, headers: { 'Idempotency-Key': requestKey } });
  const answers = await Promise.all(Array.from({ length: 5 }, () => create('CHAVE', 'a-1')));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  // It may hold a secret that is told once.
  const kept = await shop.ctx.db.selectFrom('api_answers').select('body').execute();
  expect(JSON.stringify(kept)).not.toContain('CHAVE');
  expect((await create('OUTRA', 'a-1')).body.error.code).toBe('key_reused');
  expect((await create('CHAVE', 'a-2')).body.error.code).toBe('code_taken');
  const { db } = shop.ctx;
  // After 24 hours it acts anew, also before the night that deletes it.
  await db
    .updateTable('api_answers')
    .set({ created_at: new Date(shop.ctx.now().getTime() - 25 * 3_600_000) })
    .where('request_key', '=', 'a-1')
    .execute();
  expect((await create('NOVA', 'a-1')).status).toBe(201);
  expect((await create('NOVA', 'a-1')).status).toBe(201);
  await db.updateTable('api_answers').set({ body: 'a.b.c' }).where('request_key', '=', 'a-2').execute();
  expect((await create('CHAVE', 'a-2')).body.error.code, 'of another AUTH_SECRET').toBe('key_reused');
  const other = await makeKey(['coupons:write']);
  const theirs = await ask(other.key, 'POST coupons', {
    body: { code: 'DELES', percent: 5 },
    headers: { 'Idempotency-Key': 'a-1' },
  });
  expect(theirs.status).toBe(201);
  const { body } = await ask(key, 'GET audit?cursor=');
  const line = body.find(({ action }: { action: string }) => action === 'coupon.created');
  expect(JSON.stringify(line)).toContain('Planilha');
});

test('the key of a call may be any text, also where its operation keeps one', async () => {
  const { key } = await makeKey(['orders:refund']);
  const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [4, 5]));
  const refund = (amount: number) =>
    ask(key, `POST orders/${orderId}/refunds`, {
      body: { confirmation: orderId.slice(0, 8), reason: 'Falha', amount },
      headers: { 'Idempotency-Key': 'refund-1' },
    });
  const first = await refund(10);
  expect(first.status, JSON.stringify(first.body)).toBe(201);
  expect(await refund(10)).toMatchObject({ status: 201, body: first.body });
  expect((await refund(5)).body.error.code).toBe('key_reused');
});

test('two API keys of one person may give two calls the same key', async () => {
  const [one, other] = [await makeKey(['orders:write']), await makeKey(['orders:write'])];
  const { email } = await app.signUp('cliente');
  const skins = shop.ctx.catalog.current().skins;
  const enter = (bearer: string, sku: string) =>
    ask(bearer, 'POST orders', {
      body: { email, skins: [sku], reason: 'Pagou em dinheiro' },
      headers: { 'Idempotency-Key': 'venda-1' },
    });
  const sold = [await enter(one.key, skins[0]!.sku), await enter(other.key, skins[1]!.sku)];
  expect(sold.map(({ status }) => status)).toEqual([201, 201]);
  expect(sold[0]!.body.order.id).not.toBe(sold[1]!.body.order.id);
});

test('a program that is told to wait reads for how long, with a key for its call too', async () => {
  const { key } = await makeKey(['files:write']);
  const check = (n: number) =>
    ask(key, 'POST skin-files/check', { body: {}, headers: { 'Idempotency-Key': `check-${n}` } });
  let answer = await check(0);
  for (let n = 1; answer.status !== 429 && n < 40; n++) answer = await check(n);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  // Its maker does not wait for it.
  expect(await panel('POST', 'skin-files/check', {})).toMatchObject({ status: 200 });
});

test('a file that a program sends twice with one key is kept once, and stands in the log', async () => {
  const { key } = await makeKey(['files:write']);
  const send = async (content: string, requestKey: string, isBrokenOff = false) => {
    const form = new FormData();
    form.set('file', new Blob([content]), 'skin.zip');
    const whole = new Request(app.url, { method: 'POST', body: form });
    const headers = new Headers(whole.headers);
    const bytes = await whole.arrayBuffer();
    const body = isBrokenOff ? bytes.slice(0, -50) : bytes;
    const request = new Request(`${app.url}/api/v1/files`, { method: 'POST', headers, body });
    request.headers.set('authorization', `Bearer ${key}`);
    request.headers.set('idempotency-key', requestKey);
    request.headers.set('content-length', String(bytes.byteLength));
    const answer = await callRoute(action, { request, context: contextFor(shop.ctx, null) });
    return { status: answer.status, body: await answer.json() };
  };
  const first = await send('zip', 'f-1');
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  expect(await send('zip', 'f-1')).toEqual(first);
  for (const other of ['outro zip', 'zap'])
    expect((await send(other, 'f-1')).body.error?.code, other).toBe('key_reused');
  // Of one that broke off nothing was kept.
  expect((await send('longo '.repeat(20), 'f-2', true)).status).toBe(400);
  const whole = await send('longo '.repeat(20), 'f-2');
  expect(whole.status, JSON.stringify(whole.body)).toBe(200);
  const lines = await shop.ctx.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'api_key.called')
    .execute();
  expect(lines.filter(({ details }) => JSON.stringify(details).includes('files.keep'))).toHaveLength(2);
  // It waits for nothing that its maker did.
  while ((await allowOutwardCall(shop.ctx, 'keep-file', { userId: owner.id })).ok);
  expect((await send('zip', 'f-3')).status).toBe(200);
});

test('an order as a program reads it has state and key of each item, and no tax id', async () => {
  const order = await createPaidOrder(shop, buy(shop.ctx, [0]));
  const { key } = await makeKey(['orders:read', 'catalog:read']);
  const { status, body } = await ask(key, `GET orders/${order.orderId}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: order.orderId,
    status: 'pending',
    customer_phone: expect.any(String),
    order_items: [{ sku: shop.ctx.catalog.current().skins[0]!.sku, state: 'waiting', price: 15, paid: 15 }],
  });
  expect(JSON.stringify(body)).not.toMatch(/tax|cpf|52998224725/i);
  expect((await ask(key, `GET orders/${order.items[0]!.id}`)).status).toBe(404);
  const first = await ask(key, 'GET catalog');
  expect(first.body).toHaveLength(100);
  const next = await ask(key, `GET catalog?cursor=${first.headers.get('x-next-cursor')}`);
  expect(next.body[0].sku).not.toBe(first.body[0].sku);
  expect((await ask(key, 'GET catalog?cursor=x')).status).toBe(400);
});

test('a cursor that is none begins no list again', async () => {
  const { key } = await makeKey();
  for (const list of ['disputes', 'orders', 'audit', 'skin-files', 'catalog'])
    expect([list, (await ask(key, `GET ${list}?cursor=nonsense`)).status]).toEqual([list, 400]);
});

test('what a key opens is described to everybody, with the words and the scope of each call', async () => {
  const answer = await app.ask('/api/v1/openapi.json');
  const described = (await answer.json()) as { paths: Record<string, Record<string, any>> };
  expect(answer.status).toBe(200);
  expect(Object.keys(described.paths).toSorted()).toEqual(
    Object.keys({ ...V1, ...OTHERS })
      .map((path) => path.replaceAll(/:(\w+)/g, (_, name: string) => `{${wireName(name)}}`))
      .toSorted(),
  );
  expect(described.paths['/api/v1/coupons']?.post).toMatchObject({
    operationId: 'coupons.create',
    'x-scope': 'coupons:write',
    security: [{ key: ['coupons:write'] }],
  });
  const calls = Object.values(described.paths).flatMap((methods) => Object.values(methods));
  const wordless = calls.filter(({ summary }) => !summary).map(({ operationId }) => operationId);
  expect(wordless, 'a line in app/doors/operation-words.ts').toEqual([]);
});

test('the page for people names every call, and its examples work as they are pasted', async () => {
  const page = await (await app.ask('/api')).text();
  const html = page.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('<!-- -->', '');
  for (const path of Object.keys({ ...V1, ...OTHERS }))
    expect(html).toContain(path.replaceAll(/:(\w+)/g, (_, name: string) => `{${wireName(name)}}`));
  // A noun without a word of ours would show as its address.
  expect(html).not.toMatch(/<h2[^>]*>[a-z]/);
  const { key } = await makeKey();
  const commands = [...html.matchAll(/<pre[^>]*><code>(curl [^<]+)</g)].map(([, command = '']) => command);
  expect(commands.length).toBeGreaterThan(15);
  const statuses = [];
  for (const command of commands) {
    const [, url = ''] = /^curl (\S+) /.exec(command) ?? [];
    const sent = /-d '([^']+)'/.exec(command)?.[1];
    const path = url.slice(`${app.url}/api/v1/`.length);
    expect(command).toContain("-H 'Authorization: Bearer flg_…'");
    // Nobody frees or marks all files of a shop by pasting.
    expect(command).not.toContain('"all"');
    if (command.includes('-F ')) continue;
    const answer = await ask(key, `${sent ? 'POST' : 'GET'} ${path}`, sent ? { body: JSON.parse(sent) } : {});
    statuses.push(`${path} ${answer.status}`);
  }
  expect(statuses.filter((line) => !/ 20[012]$/.test(line))).toEqual([]);
});
