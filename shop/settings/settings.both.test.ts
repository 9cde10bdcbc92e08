import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAudit } from '#shop/audit/list-audit.ts';
import { createProduct } from '#shop/products/save-product.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { loadSettings } from './load-settings.ts';
import { saveSettings, type SettingEntries } from './save-settings.ts';
import { FIRST_VALUES, SETTING_KEYS, SETTINGS } from './setting-table.ts';
import { showSettings } from './show-settings.ts';

let shop: TestContext;
let owner: string;
beforeAll(async () => {
  shop = await createTestContext();
  owner = await shop.createUser('Dona');
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.ctx.db.deleteFrom('settings').execute();
  await shop.ctx.reloadSettings();
  await shop.forget();
});

const save = (entries: SettingEntries) => saveSettings(shop.ctx, { actorUserId: owner, entries });
const rows = () => shop.ctx.db.selectFrom('settings').select(['key', 'value', 'updated_by']).execute();
const newestAudit = async () => (await listAudit(shop.ctx, { cursor: null })).entries[0];

test('each first value is one that the panel would take', () => {
  for (const [key, value] of Object.entries({ ...shop.ctx.firstSettings, ...FIRST_VALUES })) {
    const setting = SETTINGS[key as keyof typeof SETTINGS];
    expect(setting.schema.safeParse(value), key).toMatchObject({ success: true, data: value });
  }
  expect(Object.keys(shop.ctx.firstSettings).sort()).toEqual([...SETTING_KEYS].sort());
});

test('what is saved holds at once, is told to all processes, and stands in the log with what it was', async () => {
  const { settings } = shop.ctx;
  const before = settings.revision;
  expect(await save({ brandName: '  Loja   da Bia ', supportEmail: 'suporte@localhost' })).toEqual({
    ok: true,
    changed: ['brandName'],
  });
  expect([settings.brandName, settings.revision > before]).toEqual(['Loja da Bia', true]);
  expect(await rows()).toEqual([{ key: 'brandName', value: 'Loja da Bia', updated_by: owner }]);
  expect(await shop.events()).toEqual([{ topic: 'settings', event: 'changed', data: {} }]);
  expect(await newestAudit()).toMatchObject({
    action: 'setting.changed',
    actorId: owner,
    subjectId: 'brandName',
    details: { name: 'Nome da loja', from: 'Fulgor', to: 'Loja da Bia' },
  });
});

test('what is saved unchanged stays with the environment, and says nothing', async () => {
  expect(await save({ brandName: 'Fulgor', flatPriceCents: 1500 })).toEqual({ ok: true, changed: [] });
  expect(await rows()).toEqual([]);
  expect(await shop.events()).toEqual([]);
});

test('one bad value refuses them all, each with its sentence', async () => {
  expect(await save({ brandName: '光', flatPriceCents: 99, socialUrl: 'https://a.exemplo.com' })).toEqual({
    ok: false,
    reason: 'invalid',
    fields: { brandName: SETTINGS.brandName.wrong, flatPriceCents: SETTINGS.flatPriceCents.wrong },
  });
  expect(await rows()).toEqual([]);
});

const bad: SettingEntries[] = [
  { flatPriceCents: 15.5 },
  { flatPriceCents: null },
  { pricesByProduct: 'sim' },
  { modifierUrl: 'javascript:alert(1)' },
  { installLink: 'javascript:alert({url})' },
  { installLink: 'javascript://install?url={url}' },
  { installLink: 'https://loja.exemplo.com/?url={url}' },
  { installLink: 'constructor://install?url={url}' },
  { installLink: 'ltk://install' },
  { installLink: 'ltk://install?url={url}&by={email}' },
  { installLink: 'ltk://install?url={url}\nx' },
  { socialUrl: 'http://exemplo.com' },
  { supportEmail: 'a@b\r\nBcc: c' },
  { staffHours: { days: [], from: '09:00', to: '22:00' } },
  { staffHours: { days: [8], from: '09:00', to: '22:00' } },
  { staffHours: { days: [1], from: '09:00', to: '09:00' } },
  { staffHours: { days: [1], from: '9h', to: '25:00' } },
  { alertEmails: ['nada'] },
  { discordWebhook: 'com espaço' },
  { discordWebhook: 'javascript:alert(1)' },
  { discordWebhook: 'file:///etc/passwd' },
  { discordWebhook: 'https://exemplo.com/api/webhooks/1/x' },
  { discordWebhook: 'https://10.0.0.7/api/webhooks/1/x' },
  { discordWebhook: 'http://discord.com/api/webhooks/1/x' },
  { discordWebhook: 'https://eu:senha@discord.com/api/webhooks/1/x' },
  { telegramBotToken: '../outro' },
  { telegramChatId: 'x y' },
  { promiseMinutes: 0 },
  { maxFileMb: 1e9 },
  { automaticWithdrawal: 1 },
  { privacyText: 'x'.repeat(50_001) },
  { seller: { name: 'Loja', document: '111', address: 'Rua A', email: 'a@b.c', phone: '1' } },
  { seller: { name: 'Loja' } },
];
test.each(bad)('refused: %j', async (entries) => {
  expect(await save(entries)).toMatchObject({ ok: false });
});

test('an empty field is none, and lists and documents are tidied', async () => {
  const seller = {
    name: 'Loja da Bia',
    document: '529.982.247-25',
    address: 'Rua A, 1',
    email: 'Bia@Exemplo.com',
    phone: '11 98765-4321',
  };
  expect(
    await save({
      socialUrl: ' ',
      alertEmails: 'a@exemplo.com\n b@exemplo.com ',
      seller,
      staffHours: { days: [5, 1, 5], from: '18:00', to: '02:00' },
    }),
  ).toMatchObject({ ok: true, changed: ['alertEmails', 'seller', 'staffHours'] });
  expect(shop.ctx.settings).toMatchObject({
    socialUrl: null,
    alertEmails: ['a@exemplo.com', 'b@exemplo.com'],
    seller: { ...seller, document: '52998224725', email: 'bia@exemplo.com' },
    staffHours: { days: [1, 5], from: '18:00', to: '02:00' },
  });
  const log = JSON.stringify((await listAudit(shop.ctx, { cursor: null })).entries);
  for (const personal of ['52998224725', 'bia@exemplo.com', 'a@exemplo.com', 'Rua A']) {
    expect(log).not.toContain(personal);
  }
});

test('a secret is sealed in the database, masked for staff and in the log, and kept by its mask', async () => {
  const secret = 'https://discord.com/api/webhooks/1/quase-invisivel-9f3a';
  await save({ discordWebhook: secret });
  expect(shop.ctx.settings.discordWebhook).toBe(secret);
  const { discordWebhook: mask } = await showSettings(shop.ctx);
  expect(mask).toBe('••••••••9f3a');
  expect(await save({ discordWebhook: mask })).toEqual({ ok: true, changed: [] });
  expect(shop.ctx.settings.discordWebhook).toBe(secret);
  const kept = JSON.stringify([await rows(), await newestAudit(), shop.logLines]);
  expect(kept).not.toContain('quase-invisivel');
  expect((await newestAudit())?.details).toMatchObject({ from: null, to: mask });
  await save({ discordWebhook: '' });
  expect(shop.ctx.settings.discordWebhook).toBeNull();
  // A mask of nothing is no secret.
  expect(await save({ discordWebhook: mask })).toMatchObject({ ok: false });
});

test('a process that missed the notice has the new value with its next reading', async () => {
  const { sealingKey } = shop.ctx.settings;
  const other = await loadSettings(shop.ctx.db, shop.ctx.log, {
    fixed: { sealingKey },
    first: shop.ctx.firstSettings,
  });
  await save({ brandName: 'Outra' });
  expect(other.settings.brandName).toBe('Fulgor');
  await other.reload();
  expect(other.settings).toMatchObject({ brandName: 'Outra', revision: 1 });
  await other.reload();
  expect(other.settings.revision).toBe(1);
});

test('a row that cannot be read costs its own setting, and is told', async () => {
  const at = { updated_at: new Date(), updated_by: null };
  await shop.ctx.db
    .insertInto('settings')
    .values([
      { key: 'brandName', value: '7', ...at },
      { key: 'discordWebhook', value: '"a.b.c"', ...at },
      { key: 'gone', value: '1', ...at },
      { key: 'socialUrl', value: '"https://social.exemplo.com"', ...at },
    ])
    .execute();
  await shop.ctx.reloadSettings();
  expect(shop.ctx.settings).toMatchObject({
    brandName: 'Fulgor',
    discordWebhook: null,
    socialUrl: 'https://social.exemplo.com',
  });
  expect(shop.logLines).toContainEqual({
    level: 'error',
    event: 'settings.unreadable',
    fields: { keys: ['brandName', 'discordWebhook', 'gone'] },
  });
});

test('two who save at once leave one value and a log that tells them in order', async () => {
  await Promise.all(['Um', 'Dois'].map((brandName) => save({ brandName })));
  const [last, first] = (await listAudit(shop.ctx, { cursor: null })).entries;
  expect(first?.details.to).toBe(last?.details.from);
  expect(shop.ctx.settings.brandName).toBe(last?.details.to);
});

test('every skin has the flat price, and with prices by product that of its active product', async () => {
  const prices = () => shop.ctx.catalog.current();
  const [skin, other] = prices().skins as unknown as [{ sku: string }, { sku: string }];
  const priceOf = ({ sku }: typeof skin) => prices().findSkin(sku)?.priceCents;
  const productFor = ({ sku }: typeof skin, isActive: boolean) =>
    createProduct(shop.ctx, {
      actorUserId: owner,
      name: 'Arquivo',
      priceCents: 2490,
      sku,
      isActive,
    });
  await productFor(skin, true);
  await productFor(other, false);
  await save({ flatPriceCents: 1990 });
  expect([priceOf(skin), priceOf(other)]).toEqual([1990, 1990]);
  expect(prices().prices).toEqual({ lowestCents: 1990, areAllTheSame: true });
  await save({ pricesByProduct: true });
  expect([priceOf(skin), priceOf(other)]).toEqual([2490, 1990]);
  expect(prices().prices).toEqual({ lowestCents: 1990, areAllTheSame: false });
});
