import { afterAll, beforeAll, expect, test } from 'vitest';
import { testChannel } from '#shop/alerts/test-channel.ts';
import { OWN_LOOK } from '#shop/brand/read-look.ts';
import { saveSettings } from '#shop/settings/save-settings.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { chooseSources } from '#shop/file-catalogs/choose-sources.ts';
import { perform } from '#test/perform.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { readFirstSteps } from './read-first-steps.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

test('a new shop has everything to do, and each step is done by what it names', async () => {
  const { ctx } = shop;
  const actorUserId = await createClerk(shop);
  const steps = {
    goods: false,
    name: false,
    look: false,
    gateway: false,
    mail: false,
    seller: false,
    texts: false,
    order: false,
  };
  expect(await readFirstSteps(ctx)).toEqual(steps);

  await checkOut(ctx, { userId: await shop.createUser(), purchase: buy(ctx, [0]) });
  expect(await readFirstSteps(ctx)).toEqual(steps);
  await createPaidOrder(shop, buy(ctx, [1]));
  expect(await readFirstSteps(ctx)).toEqual({ ...steps, order: true });

  const seller = {
    name: 'Loja da Bia',
    document: '52998224725',
    address: 'Rua A, 1',
    email: 'bia@exemplo.com',
    phone: '11987654321',
  };
  await saveSettings(ctx, { actorUserId, entries: { seller, alertEmails: ['bia@exemplo.com'] } });
  await ctx.reloadSettings();
  expect(await readFirstSteps(ctx)).toEqual({ ...steps, order: true, seller: true });

  const write = async (privacyText: string) => {
    await saveSettings(ctx, { actorUserId, entries: { privacyText, termsText: 'Os meus termos.' } });
    await ctx.reloadSettings();
    return (await readFirstSteps(ctx)).texts;
  };
  expect(await write('Guardo seu e-mail. [Informe aqui a data da última mudança.]')).toBe(false);
  expect(await write('Guardo seu e-mail.')).toBe(true);

  expect(await testChannel({ ...ctx, mailer: { ...ctx.mailer, send: refuse } }, 'email')).toMatchObject({
    ok: false,
  });
  expect((await readFirstSteps(ctx)).mail).toBe(false);
  expect(await testChannel(ctx, 'email')).toEqual({ ok: true });
  // Whoever leaves it as it is has chosen too.
  expect(await perform(chooseSources, ctx, { actorUserId }, { sources: ['lol'] })).toEqual({ ok: true });
  const firstSettings = { ...ctx.firstSettings, brandName: 'Arsenal da Bia' };
  expect(await readFirstSteps({ ...ctx, firstSettings })).toMatchObject({ name: true, look: false });
  // The colour stays as it was, so it is not among what is saved.
  const look = { brandColor: OWN_LOOK.brandColor, brandRadius: 4 };
  await saveSettings(ctx, { actorUserId, entries: { brandName: 'Arsenal da Bia', ...look } });
  const elsewhere = { ...ctx, gateway: { ...ctx.gateway, name: 'mercadopago' as const } };
  expect(await readFirstSteps(elsewhere)).toEqual({
    goods: true,
    name: true,
    look: true,
    gateway: true,
    mail: true,
    seller: true,
    texts: true,
    order: true,
  });
});

const refuse = () => Promise.reject(new Error('no mail server'));
