import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAbacatePay } from '#gateways/abacatepay/create-abacate-pay.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { perform } from '#test/perform.ts';
import { writeSettings } from '#shop/settings/write-settings.ts';
import { pauseProvider, raiseProvider, resumeProvider } from './arrange-providers.ts';
import { sellingProviders } from './provider-order.ts';

let shop: TestContext;
let actorUserId: string;

beforeAll(async () => {
  const nowhere = { baseUrl: 'http://127.0.0.1:9', timeoutMs: 100, production: false };
  shop = await createTestContext({
    otherGateways: [
      createAbacatePay({ ...nowhere, apiKey: 'chave', webhookSecret: 'segredo', apiVersion: 1 }),
    ],
  });
  actorUserId = await shop.createUser('Equipe');
});
afterAll(() => shop.close());
beforeEach(() => arrange(['simulator', 'abacatepay']));

async function arrange(order: string[], paused: string[] = []): Promise<void> {
  const values = { pixGateways: { order, paused } };
  await shop.ctx.transaction((tx) => writeSettings(shop.ctx, tx, { values, actorUserId }));
  await shop.ctx.reloadSettings();
}

const press = (does: typeof pauseProvider, name: string) =>
  perform(does, shop.ctx, { actorUserId }, { name });
const arrangement = () => shop.ctx.settings.pixGateways;

test('a provider that is stopped gets no new sale, and sells again when it is let', async () => {
  expect(await press(pauseProvider, 'simulator')).toEqual({ ok: true });
  expect(arrangement()).toEqual({ order: ['simulator', 'abacatepay'], paused: ['simulator'] });
  expect(sellingProviders(shop.ctx)).toEqual(['abacatepay']);
  expect(await press(pauseProvider, 'simulator')).toEqual({ ok: true });
  expect(arrangement().paused).toEqual(['simulator']);

  expect(await press(resumeProvider, 'simulator')).toEqual({ ok: true });
  expect(arrangement()).toEqual({ order: ['simulator', 'abacatepay'], paused: [] });
  expect(sellingProviders(shop.ctx)).toEqual(['simulator', 'abacatepay']);
});

test('the last one that sells cannot be stopped', async () => {
  await press(pauseProvider, 'abacatepay');
  expect(await press(pauseProvider, 'simulator')).toEqual({ ok: false, reason: 'last_one' });
  expect(arrangement().paused).toEqual(['abacatepay']);
});

test('of two who stop one each at once, one is refused', async () => {
  const pressed = await Promise.all([press(pauseProvider, 'simulator'), press(pauseProvider, 'abacatepay')]);
  expect(pressed.filter(({ ok }) => ok)).toHaveLength(1);
  expect(arrangement().paused).toHaveLength(1);
});

test('one goes up by one place, the first stays', async () => {
  expect(await press(raiseProvider, 'abacatepay')).toEqual({ ok: true });
  expect(arrangement().order).toEqual(['abacatepay', 'simulator']);
  await press(raiseProvider, 'abacatepay');
  expect(arrangement().order).toEqual(['abacatepay', 'simulator']);
  await press(pauseProvider, 'simulator');
  await press(raiseProvider, 'simulator');
  expect(arrangement()).toEqual({ order: ['simulator', 'abacatepay'], paused: ['simulator'] });
});

test('what is not set up is not found, and one that is no more does not stay stopped', async () => {
  await arrange(['bacen', 'simulator', 'abacatepay'], ['bacen']);
  expect(await press(pauseProvider, 'bacen')).toEqual({ ok: false, reason: 'not_found' });
  expect(await press(raiseProvider, 'abacatepay')).toEqual({ ok: true });
  expect(arrangement()).toEqual({ order: ['abacatepay', 'simulator'], paused: [] });
});

test('the log says who stopped it', async () => {
  await press(pauseProvider, 'simulator');
  const entry = await shop.ctx.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'action', 'subject_id'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  expect(entry).toEqual({
    actor_user_id: actorUserId,
    action: 'setting.changed',
    subject_id: 'pixGateways',
  });
});
