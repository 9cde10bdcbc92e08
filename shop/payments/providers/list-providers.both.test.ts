import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAbacatePay } from '#gateways/abacatepay/create-abacate-pay.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { listProviders } from './list-providers.ts';

const DAY_SECONDS = 86_400;
let shop: TestContext;
let position = 0;

beforeAll(async () => {
  const nowhere = { baseUrl: 'http://127.0.0.1:9', timeoutMs: 100, production: false };
  shop = await createTestContext({
    otherGateways: [
      createAbacatePay({ ...nowhere, apiKey: 'chave', webhookSecret: 'segredo', apiVersion: 1 }),
    ],
  });
  shop.stopClock();
});
afterAll(() => shop.close());
beforeEach(async () => {
  // What the tests before sold lies outside the thirty days.
  shop.passSeconds(40 * DAY_SECONDS);
  await shop.ctx.db.deleteFrom('failing_providers').execute();
  shop.ctx.settings.pixGateways = { order: ['simulator', 'abacatepay'], paused: [] };
});

interface Sold {
  gateway?: string;
  secondsToCode?: number;
  paidCents?: number;
  feeCents?: number | null;
}

async function sell({ gateway = 'simulator', secondsToCode = 1, paidCents, feeCents = null }: Sold = {}) {
  const userId = await shop.createUser();
  const { charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [position++]) });
  const code_at = new Date(charge.created_at.getTime() + secondsToCode * 1000);
  await shop.ctx.db
    .updateTable('charges')
    .set({
      gateway,
      code_at,
      ...(paidCents !== undefined && {
        status: 'paid',
        paid_at: code_at,
        paid_amount_cents: paidCents,
        fee_cents: feeCents,
      }),
    })
    .where('id', '=', charge.id)
    .execute();
}

async function listed() {
  const [first, ...others] = await listProviders(shop.ctx);
  return { first, others };
}

const NOTHING = {
  state: 'ok',
  isBack: false,
  openCharges: 0,
  created: 0,
  paid: 0,
  createdToPaid: null,
  secondsToCodeP50: null,
  receivedCents: 0,
  feesCents: 0,
  isFeeUnknown: false,
  lastError: null,
};

test('without a sale each stands in its order, and no figure is invented', async () => {
  expect(await listProviders(shop.ctx)).toEqual([
    { ...NOTHING, name: 'simulator', label: 'Simulador', sells: true },
    { ...NOTHING, name: 'abacatepay', label: 'AbacatePay', sells: true },
  ]);
});

test('codes, those that were paid, the median of the wait, money and fees', async () => {
  await sell({ secondsToCode: 1, paidCents: 1500, feeCents: 80 });
  await sell({ secondsToCode: 2, paidCents: 3000, feeCents: 90 });
  await sell({ secondsToCode: 9 });
  await sell({ gateway: 'abacatepay', secondsToCode: 4 });
  expect(await listed()).toMatchObject({
    first: {
      openCharges: 1,
      created: 3,
      paid: 2,
      createdToPaid: 2 / 3,
      secondsToCodeP50: 2,
      receivedCents: 4500,
      feesCents: 170,
      isFeeUnknown: false,
    },
    others: [{ openCharges: 1, created: 1, paid: 0, createdToPaid: 0, secondsToCodeP50: 4 }],
  });
});

test('a payment whose fee is not known is said', async () => {
  await sell({ paidCents: 1500, feeCents: 80 });
  await sell({ paidCents: 1500 });
  expect((await listed()).first).toMatchObject({ feesCents: 80, isFeeUnknown: true });
});

test('a code is open until it expires, and counts for thirty days', async () => {
  await sell();
  shop.passSeconds(3599);
  expect((await listed()).first).toMatchObject({ openCharges: 1, created: 1 });
  shop.passSeconds(2);
  expect((await listed()).first).toMatchObject({ openCharges: 0, created: 1 });
  shop.passSeconds(29 * DAY_SECONDS);
  expect((await listed()).first).toMatchObject({ created: 1 });
  shop.passSeconds(DAY_SECONDS);
  expect((await listed()).first).toMatchObject({ created: 0, createdToPaid: null });
});

test('one that sells no more is listed after the others, while it has codes', async () => {
  await sell({ gateway: 'mercadopago' });
  await sell({ gateway: 'bacen' });
  shop.ctx.settings.pixGateways = { order: ['abacatepay', 'simulator'], paused: [] };
  const all = await listProviders(shop.ctx);
  expect(all.map(({ name, sells }) => [name, sells])).toEqual([
    ['abacatepay', true],
    ['simulator', true],
    ['bacen', false],
    ['mercadopago', false],
  ]);
});

test('its state is what staff chose, else what its failures say', async () => {
  const since = shop.ctx.now();
  const failing = { since, last_error: 'O provedor não respondeu.', next_try_at: since };
  await shop.ctx.db
    .insertInto('failing_providers')
    .values({ ...failing, name: 'simulator', state: 'silent' })
    .execute();
  const error = failing.last_error;
  expect((await listed()).first).toMatchObject({ state: 'silent', isBack: false, lastError: error });

  await shop.ctx.db.updateTable('failing_providers').set({ is_back: true }).execute();
  expect((await listed()).first).toMatchObject({ state: 'ok', isBack: true, lastError: error });

  shop.ctx.settings.pixGateways.paused = ['simulator'];
  expect(await listed()).toMatchObject({ first: { state: 'paused' }, others: [{ state: 'ok' }] });
});
