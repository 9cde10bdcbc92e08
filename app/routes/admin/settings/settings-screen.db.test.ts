import { createElement } from 'react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SETTING_KEYS, SETTINGS } from '#shop/settings/setting-table.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { renderScreen } from '#test/visitor/render-screen.tsx';
import { sendForm } from '#test/visitor/send-form.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { CHAPTER_IDS, SETTING_CHAPTERS } from '#shop/settings/setting-words.ts';
import { readSettingForm, typeSetting } from '#shop/chapters/typed-settings.ts';
import { SettingForm } from './setting-form.tsx';
import { loader } from './settings.tsx';

let shop: TestContext;
let owner: string;
beforeAll(async () => {
  shop = await createTestContext();
  owner = await createClerk(shop);
});
afterAll(() => shop.close());

const post = (fields: Record<string, string>) =>
  sendForm(shop.ctx, owner, '/admin/configuracoes', { do: 'settings.save', ...fields });

const open = async (capitulo?: string) => {
  const path = capitulo === undefined ? '/admin/configuracoes' : `/admin/configuracoes?capitulo=${capitulo}`;
  const screen = await callRoute(loader, { path, context: contextFor(shop.ctx, owner) });
  if ('data' in screen || 'failure' in screen) throw new Error('The settings could not be read.');
  return screen.chapter;
};

test('each chapter has an address and offers its settings with what holds now; together they offer all', async () => {
  const chapters = [];
  for (const id of CHAPTER_IDS) chapters.push(await open(SETTING_CHAPTERS[id].slug));
  expect(chapters.map(({ id }) => id)).toEqual(CHAPTER_IDS);
  const shown = chapters.flatMap(({ settings }) => settings.map(({ key }) => key));
  expect(shown.toSorted()).toEqual(SETTING_KEYS.filter((key) => SETTINGS[key].chapter !== null).toSorted());
  expect((await open('pagamento')).typed).toMatchObject({ flatPriceCents: '15,00' });
  // The owner goes on with the first version instead of an empty field.
  expect((await open('textos')).typed.privacyText).toContain('[Informe aqui');
  for (const other of [undefined, 'x', 'shop']) expect((await open(other)).id).toBe('shop');
});

test('a chapter is saved as it is typed; a switch that is off is not in the form', async () => {
  expect(await post({ chapter: 'payment', flatPriceCents: '19,9', pricesByProduct: 'on' })).toMatchObject({
    status: 200,
    ok: true,
  });
  expect(shop.ctx.settings).toMatchObject({ flatPriceCents: 1990, pricesByProduct: true });
  await post({ chapter: 'payment', flatPriceCents: '19,90' });
  expect(shop.ctx.settings.pricesByProduct).toBe(false);
});

test('of two who save one chapter, the second reverts nothing that only the first one changed', async () => {
  await post({ chapter: 'payment', flatPriceCents: '15,00' });
  const chapter = await open('pagamento');
  const page = renderScreen(createElement(SettingForm, { chapter }));
  const [, hidden] = /name="was.flatPriceCents" value="([^"]*)"/.exec(page) ?? [];
  const shown = { chapter: 'payment', flatPriceCents: '15,00', 'was.flatPriceCents': hidden ?? '' };
  await post({ ...shown, flatPriceCents: '20' });
  await post({ ...shown, pricesByProduct: 'on' });
  expect(shop.ctx.settings).toMatchObject({ flatPriceCents: 2000, pricesByProduct: true });
  await post({ ...shown, 'was.flatPriceCents': '20,00', 'was.pricesByProduct': 'on' });
  expect(shop.ctx.settings).toMatchObject({ flatPriceCents: 1500, pricesByProduct: false });
});

test('a text that was left as it came stays the one of the shop; one that was written holds', async () => {
  const { termsText = '' } = (await open('textos')).typed;
  // As a browser sends it.
  await post({ chapter: 'texts', termsText: termsText.replaceAll('\n', '\r\n'), privacyText: 'O meu.' });
  expect(shop.ctx.settings).toMatchObject({ termsText: null, privacyText: 'O meu.' });
});

test('of long texts the one that was left as it came is not saved again', async () => {
  await post({ chapter: 'texts', termsText: 'Um', privacyText: 'A\n\nB' });
  const was = { 'was.termsText': 'Um', 'was.privacyText': 'A\r\n\r\nB' };
  await post({ chapter: 'texts', ...was, termsText: 'Dois', privacyText: 'A\r\n\r\nB' });
  await post({ chapter: 'texts', ...was, termsText: 'Um', privacyText: 'C' });
  expect(shop.ctx.settings).toMatchObject({ termsText: 'Dois', privacyText: 'C' });
});

test('a bad value is told beside its field, and what was typed is kept', async () => {
  const answer = await post({ chapter: 'shop', brandName: 'Nova', supportEmail: 'nada' });
  expect(answer).toMatchObject({
    status: 422,
    message: 'Nada mudou: confira o que está marcado.',
    fields: { supportEmail: 'Informe um endereço de e-mail.' },
    typed: { brandName: 'Nova', supportEmail: 'nada' },
  });
  expect(shop.ctx.settings.brandName).toBe('Fulgor');
});

test('a chapter that does not exist is refused', async () => {
  expect(await post({ chapter: 'x' })).toMatchObject({ ok: false, status: 422 });
});

test('each setting comes back from its inputs as it went into them', () => {
  const values = {
    ...shop.ctx.firstSettings,
    flatPriceCents: 123_456,
    pricesByProduct: true,
    staffHours: { days: [1, 7], from: '18:00', to: '02:30' },
    alertEmails: ['a@exemplo.com', 'b@exemplo.com'],
    discordWebhook: 'https://discord.com/api/webhooks/1/x',
    seller: { name: 'B', document: '52998224725', address: 'R', email: 'a@b.c', phone: '1' },
    privacyText: 'Um\n\ndois',
  };
  for (const value of [values, shop.ctx.firstSettings]) {
    // The others have screens of their own.
    for (const key of SETTING_KEYS.filter((each) => SETTINGS[each].chapter !== null)) {
      const { [key]: read } = readSettingForm([key], typeSetting(key, value[key]));
      expect(SETTINGS[key].schema.parse(read), key).toEqual(value[key]);
    }
  }
});
