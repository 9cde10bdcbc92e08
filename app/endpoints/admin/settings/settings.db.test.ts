import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestApi } from '#test/visitor/call-api.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { storeTestFile } from '#test/store-test-file.ts';
import { createClerk } from '#test/make-staff.ts';

let shop: TestContext;
let owner: string;
beforeAll(async () => {
  shop = await createTestContext();
  owner = await createClerk(shop);
});
afterAll(() => shop.close());

const read = async (userId: string | null = owner) => requestApi(shop.ctx, userId, 'GET /api/admin/settings');
const write = (body: unknown, { userId = owner as string | null, method = 'PUT' } = {}) =>
  requestApi(shop.ctx, userId, `${method} /api/admin/settings`, body);

test('the settings have the names and first values of the contract', async () => {
  expect(await (await read()).json()).toEqual({
    brand_name: 'Fulgor',
    flat_price: 15,
    prices_by_product: false,
    promise_minutes: 15,
    staff_hours: null,
    alert_emails: [],
    discord_webhook: null,
    telegram_bot_token: null,
    telegram_chat_id: null,
    modifier_url: null,
    tutorial_video_url: null,
    social_url: null,
    support_email: 'suporte@localhost',
    seller: null,
    privacy_text: null,
    terms_text: null,
    automatic_withdrawal: false,
    max_file_mb: 500,
    install_link: null,
    pix_gateways: { order: [], paused: [] },
    patch_radar: 'ask',
    low_stock: 5,
    catalog_sources: ['lol'],
    brand_logo: null,
    brand_color: '#ffb020',
    brand_neutral: 'frio',
    brand_typeface: 'bricolage',
    brand_radius: 8,
  });
});

test('a colour that nobody can read is refused with the nearest one; a logo that is none, with its sentence', async () => {
  const dark = await write({ brand_color: '#1d3fbb' });
  expect(dark.status).toBe(422);
  const { error } = (await dark.json()) as { error: { nearest: string; fields: Record<string, string> } };
  expect(error.nearest).toMatch(/^#[\da-f]{6}$/);
  expect(error.fields.brand_color).toContain(error.nearest);
  expect((await write({ brand_color: error.nearest })).status).toBe(200);
  for (const value of ['vermelho', '#fff', 3, null])
    expect((await write({ brand_color: value })).status).toBe(422);
  expect((await write({ brand_neutral: 'morno' })).status).toBe(422);
  expect((await write({ brand_radius: 21 })).status).toBe(422);
  // The content of a file decides, and not its name.
  const text = await storeTestFile(shop, owner, 'logo.png');
  for (const id of [text, randomUUID(), 'x']) {
    const refused = await write({ brand_logo: id });
    const { error: why } = (await refused.json()) as { error: typeof error };
    expect([refused.status, Object.keys(why.fields)]).toEqual([422, ['brand_logo']]);
  }
});

test('a PUT changes what it names, money in reais, and answers with all', async () => {
  const answer = await write({ flat_price: 19.9, staff_hours: { days: [1], from: '09:00', to: '22:00' } });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    brand_name: 'Fulgor',
    flat_price: 19.9,
    staff_hours: { days: [1], from: '09:00', to: '22:00' },
  });
  expect(shop.ctx.catalog.current().skins[0]?.priceCents).toBe(1990);
});

test('unknown names and bad values are 422 with a Portuguese sentence for each, and change nothing', async () => {
  const fieldsOf = async (body: unknown) => {
    const answer = await write(body);
    expect(answer.status).toBe(422);
    return ((await answer.json()) as { error: { fields: object } }).error.fields;
  };
  expect(await fieldsOf({ brandName: 'x', flatPriceCents: 1, social_url: 'https://a.exemplo.com' })).toEqual({
    brandName: 'Esta configuração não existe.',
    flatPriceCents: 'Esta configuração não existe.',
  });
  for (const price of ['15', -1, 15.005, null, 1e9]) {
    expect(await fieldsOf({ flat_price: price }), String(price)).toEqual({
      flat_price: 'Informe um preço de R$ 1,00 a R$ 5.000,00, com até 2 casas decimais.',
    });
  }
  expect(shop.ctx.settings.socialUrl).toBeNull();
  expect((await write([1])).status).toBe(400);
  expect((await write({}, { method: 'POST' })).status).toBe(405);
});

test('nobody but the owner reads or changes them', async () => {
  const customer = await shop.createUser();
  const clerk = await createClerk(shop, 'finance');
  for (const [userId, status] of [
    [null, 401],
    [customer, 403],
    [clerk, 403],
  ] as const) {
    expect((await read(userId)).status).toBe(status);
    expect((await write({ brand_name: 'Minha' }, { userId })).status).toBe(status);
  }
  expect(shop.ctx.settings.brandName).toBe('Fulgor');
});

// shows: threat 86
test('a name that only looks like none is an unknown setting, and a channel that is never called is refused with the reason', async () => {
  const refused = async (body: string) => {
    const answer = await write(body);
    const { error } = (await answer.json()) as { error?: { fields?: Record<string, string> } };
    return [answer.status, Object.entries(error?.fields ?? {})];
  };
  for (const name of ['__proto__', 'constructor', 'flatPriceCents', 'toString'])
    expect(await refused(`{${JSON.stringify(name)}:{"flat_price":1}}`)).toEqual([
      422,
      [[name, 'Esta configuração não existe.']],
    ]);
  expect((await refused('[]'))[0]).toBe(400);
  expect(await refused('{"discord_webhook":"https://10.0.0.7/api/webhooks/1/x"}')).toEqual([
    422,
    [['discord_webhook', expect.stringContaining('a loja só chama discord.com')]],
  ]);
});
