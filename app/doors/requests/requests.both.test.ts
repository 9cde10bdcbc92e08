import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIELD_WORDS } from '#app/routes/admin/requests/field-words.ts';
import type { StaffRole } from '#shop/accounts/staff/rights.ts';
import { wireName } from '#shop/text/wire-name.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { makeStaff } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { openPrograms, type OpenPrograms } from '#test/visitor/open-programs.ts';
import { totpCode } from '#test/visitor/totp.ts';
import { OPEN_CALLS } from '../open-calls.ts';
import { findRequestable } from './requested-call.ts';

const SCREEN = '/admin/pedidos-de-assistente';
let shop: TestContext;
let { app, owner, makeKey } = {} as OpenPrograms;
let programs: OpenPrograms;
let key: string;

beforeAll(async () => {
  shop = await createTestContext();
  shop.stopClock();
  programs = await openPrograms(shop);
  ({ app, owner } = programs);
  makeKey = (scopes) => programs.makeKey(scopes, { name: 'Assistente' });
  key = (await makeKey(['requests:write', 'orders:read'])).key;
});
afterAll(() => shop.close());

function ask(method: string, path: string, body?: unknown, bearer = key) {
  shop.passSeconds(1);
  return programs.ask(bearer, `${method} ${path}`, { body });
}
const request = async (operation: string, input: object, bearer = key): Promise<string> => {
  const { status, body } = await ask(
    'POST',
    'requests',
    { operation, input, reason: 'O cliente pediu.' },
    bearer,
  );
  expect([status, body.state], JSON.stringify(body)).toEqual([202, 'waiting']);
  return body.id;
};
const stateOf = async (id: string) => (await ask('GET', `requests/${id}`)).body.state as string;

const decide = async (
  what: 'confirm' | 'refuse',
  requestId: string,
  cookie = owner.cookie,
  code?: string,
) => {
  const answer = await app.ask(SCREEN, {
    method: 'POST',
    headers: { cookie, Origin: app.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ do: `requests.${what}`, requestId, ...(code && { code }) }).toString(),
  });
  return answer.status;
};
const screen = async (cookie = owner.cookie) =>
  (await (await app.ask(SCREEN, { headers: { cookie } })).text()).replaceAll(/<!--.*?-->/g, '');
const signUpAs = async (name: string, role: StaffRole) => {
  const person = await app.signUp(name);
  await makeStaff(shop, person.email);
  await shop.ctx.db.updateTable('user_roles').set({ role }).where('user_id', '=', person.id).execute();
  return person;
};
const refundOf = async (skin: number) => {
  const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [skin]));
  const input = { path: { order_id: orderId }, body: { confirmation: orderId.slice(0, 8), reason: 'Falha' } };
  const count = async () =>
    (await shop.ctx.db.selectFrom('refunds').select('id').where('order_id', '=', orderId).execute()).length;
  return { orderId, input, count };
};

test('what an assistant asks for happens when a person confirms it, once, as that person and under the key’s name', async () => {
  const { orderId, input, count } = await refundOf(0);
  const id = await request('refunds.request', input);
  expect([await stateOf(id), await count()]).toEqual(['waiting', 0]);
  const page = await screen();
  for (const said of [
    'Devolver dinheiro de um pedido',
    `#${orderId.slice(0, 8)} de `,
    'tudo o que resta devolver',
    'Motivo, escrito pelo programa',
    'O cliente pediu.',
  ])
    expect(page).toContain(said);
  const answers = await Promise.all(Array.from({ length: 5 }, () => decide('confirm', id)));
  expect(answers.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  expect([await stateOf(id), await count()]).toEqual(['done', 1]);
  const lines = await shop.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id', 'details'])
    .where('action', 'in', ['refund.requested', 'request.confirmed'])
    .orderBy('id')
    .execute();
  expect(lines).toMatchObject([
    { action: 'request.confirmed', actor_user_id: owner.id, details: { program: 'Assistente' } },
    { action: 'refund.requested', actor_user_id: owner.id, details: { program: 'Assistente' } },
  ]);
  expect(await screen()).toContain('Feito');
});

test('what is wrong with a request is said at once', async () => {
  const { input } = await refundOf(1);
  const refused = async (operation: string, wrong: unknown, bearer = key) => {
    const { status, body } = await ask('POST', 'requests', { operation, input: wrong, reason: 'x' }, bearer);
    return [status, body.error?.code, Object.keys(body.error?.fields ?? {}).join()];
  };
  expect(await refused('refunds.everything', input)).toEqual([422, 'invalid', 'operation']);
  expect(await refused('orders.list_all', {})).toEqual([422, 'invalid', 'operation']);
  expect(await refused('requests.ask', {})).toEqual([422, 'invalid', 'operation']);
  expect(await refused('programs.create_key', {})).toEqual([422, 'invalid', 'operation']);
  expect(await refused('refunds.request', { ...input, path: { order_id: 'x' } })).toEqual([
    422,
    'invalid',
    'input',
  ]);
  expect(await refused('refunds.request', { ...input, path: {} })).toEqual([422, 'invalid', 'input']);
  expect(await refused('refunds.request', { path: input.path })).toEqual([422, 'invalid', 'input']);
  expect(await refused('coupons.create', { body: { code: 'A', percent: 900 } })).toEqual([
    422,
    'invalid',
    'input',
  ]);
  // A sum of another name would be left out, and all of the money asked back.
  const misspelt = { ...input, body: { ...input.body, value: 5 } };
  expect(await refused('refunds.request', misspelt)).toEqual([422, 'invalid', 'input']);
  // So would one that stands where the call reads none.
  const outside = [
    { query: { amount: 5 } },
    { path: { ...input.path, amount: 5 } },
    { path: { ...input.path, sku: 'x' } },
  ];
  for (const place of outside)
    expect(await refused('refunds.request', { ...input, ...place })).toEqual([422, 'invalid', 'input']);
  expect(
    await refused('stock.add', { path: { sku: 'lol:Ahri:1' }, body: { keys: 'A'.repeat(100_001) } }),
  ).toEqual([422, 'invalid', 'input']);
  expect(
    (await ask('POST', 'requests', { operation: 'coupons.create', input: [], reason: 'x' })).status,
  ).toBe(400);
  const deep = `{"body":{"code":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`;
  const nested = await app.ask('/api/v1/requests', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: `{"operation":"coupons.create","reason":"x","input":${deep}}`,
  });
  expect(nested.status).toBe(422);
  const other = await makeKey(['orders:read']);
  expect((await refused('refunds.request', input, other.key))[1]).toBe('missing_scope');
  const own = await request('coupons.create', { body: { code: 'VISTO', percent: 5 } });
  const third = await makeKey(['requests:write']);
  expect((await ask('GET', `requests/${own}`, undefined, third.key)).status).toBe(404);
  await decide('refuse', own);
});

test('only who may do it themselves decides, and a refusal or a day ends it', async () => {
  const { input, count } = await refundOf(2);
  const delivery = await signUpAs('entrega', 'delivery');
  const id = await request('refunds.request', input);
  expect(await screen(delivery.cookie)).not.toContain('Devolver dinheiro');
  expect(await decide('confirm', id, delivery.cookie)).toBe(403);
  expect(await decide('refuse', id, delivery.cookie)).toBe(403);
  const customer = await app.signUp('cliente');
  expect(await decide('confirm', id, customer.cookie)).toBe(302);
  const finance = await signUpAs('financeiro', 'finance');
  await shop.ctx.db
    .updateTable('users')
    .set({ second_factor_enabled: true })
    .where('id', '=', finance.id)
    .execute();
  expect(await screen(finance.cookie)).toContain('Código da verificação em duas etapas');
  expect(await decide('confirm', id, finance.cookie)).toBe(403);
  expect([await stateOf(id), await count()]).toEqual(['waiting', 0]);
  expect(await decide('refuse', id, finance.cookie)).toBe(200);
  expect([await decide('confirm', id), await stateOf(id), await count()]).toEqual([409, 'refused', 0]);

  const late = await request('refunds.request', input);
  const ended = await makeKey(['requests:write']);
  const orphan = await request('refunds.request', input, ended.key);
  await shop.ctx.db
    .updateTable('api_keys')
    .set({ ended_at: shop.ctx.now() })
    .where('id', '=', ended.id)
    .execute();
  expect(await decide('confirm', orphan)).toBe(409);
  shop.passSeconds(24 * 3600);
  expect([await decide('confirm', late), await stateOf(late), await count()]).toEqual([409, 'expired', 0]);
});

test('what is secret in a request is sealed, and shown by its end alone, before and after', async () => {
  const { sku } = shop.ctx.catalog.current().skins[9]!;
  const keys = 'AAAA-1111-OCULTA-7F3A\nBBBB-2222-OCULTA-8C4D';
  const stock = await request('stock.add', { path: { sku }, body: { keys } });
  const webhook = 'https://discord.com/api/webhooks/1/oculta-9f3a';
  const settings = await request('settings.change', { body: { discord_webhook: webhook } });
  const rows = () =>
    shop.ctx.db.selectFrom('assistant_requests').selectAll().where('id', 'in', [stock, settings]).execute();
  expect(JSON.stringify(await rows())).not.toMatch(/oculta|discord/i);
  const expectEnds = async () => {
    const page = await screen();
    expect(page).not.toMatch(/oculta/i);
    for (const said of ['2 chaves: …7F3A, …8C4D', '••••••••9f3a']) expect(page).toContain(said);
  };
  await expectEnds();
  expect(await decide('confirm', stock)).toBe(200);
  const stored = await shop.ctx.db
    .selectFrom('stock_keys')
    .select('last_four')
    .where('sku', '=', sku)
    .execute();
  expect(stored.map(({ last_four: end }) => end).toSorted()).toEqual(['7F3A', '8C4D']);
  expect(await decide('refuse', settings)).toBe(200);
  await expectEnds();
});

test('a request of the release before is read as it lies there, and one that nobody can read is over', async () => {
  const id = await request('coupons.create', { body: { code: 'ANTES', percent: 5 } });
  const write = (input: string) =>
    shop.ctx.db.updateTable('assistant_requests').set({ input }).where('id', '=', id).execute();
  await write('a.b.c');
  expect(await stateOf(id)).toBe('expired');
  expect(await decide('confirm', id)).toBe(409);
  const log = shop.ctx.db.selectFrom('audit_log').select('action').where('subject_id', '=', id);
  expect(await log.execute(), 'nothing was tried').toEqual([]);
  expect(await screen()).toContain('Venceu');
  await write(JSON.stringify({ body: { code: 'ANTES', percent: 5 } }));
  expect(await screen()).toContain('ANTES');
  expect([await decide('confirm', id), await stateOf(id)]).toEqual([200, 'done']);
});

test('a request that cannot be shown takes no other off the screen, and is not confirmed there', async () => {
  const settings = { operation: 'settings.change', reason: 'x' };
  for (const body of [{ orderId: 'x' }, { links: null }, { brand_name: 'A', item_ids: [] }]) {
    const { status, body: said } = await ask('POST', 'requests', { ...settings, input: { body } });
    expect([status, Object.keys(said.error?.fields ?? {})]).toEqual([422, ['input']]);
  }
  const { orderId } = await refundOf(3);
  const ids = [
    await request('coupons.create', { body: { code: 'SEMPRE', percent: 5 } }),
    await request('orders.send_links', {
      path: { order_id: orderId },
      body: { links: { ['a'.repeat(36)]: 'x' } },
    }),
    await request('tickets.answer', { path: { ticket_id: orderId }, body: { text: 'constructor' } }),
  ];
  // From before such names were refused.
  const old = await request('settings.change', { body: { brand_name: 'A' } });
  await shop.ctx.db
    .updateTable('assistant_requests')
    .set({ input: JSON.stringify({ body: { orderId: 'x', links: null, itemIds: [] } }) })
    .where('id', '=', old)
    .execute();
  const page = await screen();
  for (const said of ['SEMPRE', 'a'.repeat(36), 'constructor', 'orderId']) expect(page).toContain(said);
  expect(page).not.toContain('não pode ser mostrado');
  const unsaid = await request('settings.change', { body: { discord_webhook: { toString: 1 } } });
  const [before, after] = [page, await screen()].map((html) => html.split('Confirmar e fazer').length);
  expect([after, await screen()]).toEqual([before, expect.stringContaining('não pode ser mostrado')]);
  for (const id of [...ids, old, unsaid]) expect(await decide('refuse', id)).toBe(200);
});

test('a delivery that no order can take is not done', async () => {
  const userId = await shop.createUser();
  const { orderId } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [8]) });
  const { sku } = shop.ctx.catalog.current().skins[8]!;
  const link = 'https://arquivos.exemplo.com/a.zip';
  const id = await request('desk.deliver', { body: { sku, link, only_this_order: orderId } });
  expect([await decide('confirm', id), await stateOf(id)]).toEqual([409, 'waiting']);
  expect(await decide('refuse', id)).toBe(200);
});

test('what the shop refuses waits on with the reason, and a key may not flood people', async () => {
  const input = { body: { code: 'DUAS', percent: 10 } };
  const first = await request('coupons.create', input);
  const second = await request('coupons.create', input);
  expect(await decide('confirm', first)).toBe(200);
  expect(await decide('confirm', second)).toBe(409);
  expect(await stateOf(second)).toBe('waiting');
  expect(await decide('refuse', second)).toBe(200);
  const flood = await makeKey(['requests:write']);
  for (let n = 0; n < 50; n++) await request('coupons.create', input, flood.key);
  const over = await ask('POST', 'requests', { operation: 'coupons.create', input, reason: 'x' }, flood.key);
  expect([over.status, over.body.error.code]).toEqual([409, 'too_many']);
});

test('each field that may be asked for has a word', () => {
  const names = Object.values(OPEN_CALLS).flatMap((calls) =>
    Object.values(calls).flatMap(({ call }) =>
      findRequestable(call.does.id) ? Object.keys(call.does.input.shape).map(wireName) : [],
    ),
  );
  const hidden = ['confirmation', 'idempotency_key', 'seen', 'entries'];
  const wordless = [...new Set(names)].filter((name) => !(name in FIELD_WORDS) && !hidden.includes(name));
  expect(wordless, 'a line in app/routes/admin/requests/field-words.ts').toEqual([]);
});

test('whoever has a second factor gives a code of it, for a key and for what an assistant asks', async () => {
  const person = await signUpAs('protegida', 'owner');
  const proved = { email_verified: true, address_proved_at: shop.ctx.now() };
  await shop.ctx.db.updateTable('users').set(proved).where('id', '=', person.id).execute();
  let { cookie } = person;
  const post = async (path: string, body: object) => {
    const answer = await app.ask(`/api/${path}`, {
      method: 'POST',
      headers: { cookie, Origin: app.url, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const set = answer.headers.getSetCookie().map((each) => each.split(';')[0]);
    if (set.length > 0) cookie = set.join('; ');
    return { status: answer.status, body: (await answer.json()) as Record<string, any> };
  };
  const { totpURI } = (await post('auth/two-factor/enable', { password: 'segredo1' })).body;
  const enabled = await post('auth/two-factor/verify-totp', { code: totpCode(totpURI, -1) });
  expect(enabled.status, JSON.stringify(enabled.body)).toBe(200);
  const makes = async (code?: string) => {
    const { status, body } = await post('admin/api-keys', { name: 'X', scopes: ['orders:read'], code });
    return [status, body.error?.code];
  };
  expect(await makes()).toEqual([403, 'second_factor_required']);
  expect(await makes('000000')).toEqual([403, 'second_factor_wrong']);
  expect(await makes(totpCode(totpURI))).toEqual([201, undefined]);
  const id = await request('coupons.create', { body: { code: 'COM2F', percent: 10 } });
  for (const code of [undefined, '000000'])
    expect([await decide('confirm', id, cookie, code), await stateOf(id)]).toEqual([403, 'waiting']);
  const right = totpCode(totpURI, 1);
  expect([await decide('confirm', id, cookie, right), await stateOf(id)]).toEqual([200, 'done']);
});
