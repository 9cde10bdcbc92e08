import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '#shop/settings/read-settings.ts';
import { digestTaxId } from '#shop/secrets/digest-tax-id.ts';
import { addKeys } from '#shop/delivery/keys/add-keys.ts';
import { digestKey } from '#shop/delivery/keys/digest-key.ts';
import { sealText, unsealText } from '#shop/secrets/seal-text.ts';
import { createTestAuth, PASSWORD, type Person, type TestAuth } from '#test/visitor/auth.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { totpCode } from '#test/visitor/totp.ts';
import { resealSecrets, warnOfUnreadable } from './reseal-secrets.ts';
import { deriveSealingKey } from './sealing-key.ts';

const OLD = 'o-segredo-de-antes-com-bastante-tamanho';
const NEW = 'o-segredo-de-agora-com-bastante-tamanho';
const TAX_ID = '52998224725';

let shop: TestContext;
let before: TestAuth;
let now: TestAuth;
let person: Person & { uri: string; codes: string[] };
let orderId: string;
beforeAll(async () => {
  shop = await createTestContext();
  before = await createTestAuth(shop, { authSecret: OLD });
  now = await createTestAuth(shop, { authSecret: NEW });
  const registered = await before.register();
  person = { ...registered, ...(await before.protect(registered)) };
  ({ orderId } = await checkOut(shop.ctx, { userId: person.userId, purchase: buy(shop.ctx, [0]) }));
  await shop.ctx.db
    .updateTable('orders')
    .set({ customer_tax_id_sealed: sealText(deriveSealingKey(OLD), TAX_ID) })
    .execute();
  const value = JSON.stringify(sealText(deriveSealingKey(OLD), 'o-token-do-bot'));
  const at = { updated_at: new Date(), updated_by: null };
  await shop.ctx.db
    .insertInto('settings')
    .values([
      { key: 'telegramBotToken', value, ...at },
      { key: 'discordWebhook', value: 'null', ...at },
    ])
    .execute();
  await shop.ctx.db
    .insertInto('push_key')
    .values({ sealed: sealText(deriveSealingKey(OLD), 'a-chave-dos-avisos') })
    .execute();
  const sealed = sealText(deriveSealingKey(OLD), 'whsec_antes');
  const hook = { url: 'https://x.exemplo.com', description: '', events: ['*'], created_at: new Date() };
  await shop.ctx.db
    .insertInto('webhooks')
    .values({ ...hook, secret: sealed, previous_secret: sealed })
    .execute();
  await shop.ctx.db
    .insertInto('closings')
    .values({
      id: randomUUID(),
      number: 1,
      month: '2026-10',
      gross_cents: 0,
      refunded_cents: 0,
      returned_cents: 0,
      fees_cents: 0,
      orders: 0,
      hash: 'x',
      previous_hash: null,
      sealed_csv: sealText(deriveSealingKey(OLD), 'day;kind'),
      closed_at: new Date(),
      closed_by: null,
    })
    .execute();
  await addKeys(
    { ...shop.ctx, settings: { ...shop.ctx.settings, sealingKey: deriveSealingKey(OLD) } },
    { actorUserId: person.userId, sku: shop.ctx.catalog.current().skins[5]!.sku, keys: 'UMA-CHAVE-0001' },
  );
});
afterAll(() => shop.close());

const reseal = (authSecret: string, previousAuthSecret: string | null) =>
  resealSecrets(shop.ctx, { authSecret, previousAuthSecret }, shop.ctx.log);
async function signIn(code: { totp: string } | { recovery: string }): Promise<Response> {
  await shop.ctx.db.deleteFrom('rate_limits').execute();
  const jar = new Map<string, string>();
  const asked = await now.call('sign-in/email', { email: person.email, password: PASSWORD }, { jar });
  expect(await asked.json()).toMatchObject({ twoFactorRedirect: true });
  return 'totp' in code
    ? now.call('two-factor/verify-totp', { code: code.totp }, { jar })
    : now.call('two-factor/verify-backup-code', { code: code.recovery }, { jar });
}

test('a secret that changed unnoticed is told at the start, and nobody gets a 500 for it', async () => {
  expect(await reseal(OLD, null)).toMatchObject({
    unreadable: { secondFactors: 0, orders: 0, settings: 0, keys: 0 },
  });
  const found = await reseal(NEW, null);
  expect(found).toEqual({
    secondFactors: 0,
    orders: 0,
    settings: 0,
    keys: 0,
    unreadable: { secondFactors: 1, orders: 1, settings: 1, keys: 1 },
  });
  expect(warnOfUnreadable(found)).toContain('AUTH_SECRET_PREVIOUS');
  for (const code of [{ totp: totpCode(person.uri, 1) }, { recovery: person.codes[0]! }]) {
    const answer = await signIn(code);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'SECOND_FACTOR_UNREADABLE' });
  }
  // With a previous secret that is wrong too, nothing changes.
  expect(await reseal(NEW, 'x'.repeat(32))).toEqual(found);
});

test('sessions signed with the old secret end, as if there were none', async () => {
  const session = await now.call('get-session', undefined, { jar: new Map(person.jar) });
  expect([session.status, await session.json()]).toEqual([200, null]);
  expect(await now.sessionOf(person)).toBeNull();
  const words = { currentPassword: PASSWORD, newPassword: 'outro-segredo-9' };
  expect((await now.call('change-password', words, { jar: person.jar })).status).toBe(401);
});

test('with the previous secret named, authenticator, recovery codes, open orders, closed months, settings and keys for sale go on', async () => {
  const both = await Promise.all([reseal(NEW, OLD), reseal(NEW, OLD)]);
  expect(both.reduce((sum, each) => sum + each.secondFactors, 0)).toBe(1);
  expect(both.reduce((sum, each) => sum + each.orders, 0)).toBe(1);
  for (const { unreadable } of both) {
    expect(unreadable).toEqual({ secondFactors: 0, orders: 0, settings: 0, keys: 0 });
  }
  expect(both.reduce((sum, each) => sum + each.settings, 0)).toBe(1);
  expect(both.reduce((sum, each) => sum + each.keys, 0)).toBe(1);
  // The previous secret may go now.
  const after = await reseal(NEW, null);
  expect(after.unreadable).toEqual({ secondFactors: 0, orders: 0, settings: 0, keys: 0 });
  expect(warnOfUnreadable(after)).toBeNull();

  expect((await signIn({ totp: totpCode(person.uri, 1) })).status).toBe(200);
  expect((await signIn({ recovery: person.codes[0]! })).status).toBe(200);
  expect((await signIn({ recovery: person.codes[0]! })).status).toBe(401);
  const order = await shop.ctx.db
    .selectFrom('orders')
    .select(['customer_tax_id_sealed as sealed', 'customer_tax_id_digest as digest'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(unsealText(deriveSealingKey(NEW), order.sealed)).toBe(TAX_ID);
  expect(order.digest).toBe(digestTaxId(deriveSealingKey(NEW), TAX_ID));
  const { values } = await readSettings(shop.ctx.db, deriveSealingKey(NEW));
  expect(values).toEqual({ telegramBotToken: 'o-token-do-bot', discordWebhook: null });
  const { sealed } = await shop.ctx.db.selectFrom('push_key').select('sealed').executeTakeFirstOrThrow();
  expect(unsealText(deriveSealingKey(NEW), sealed)).toBe('a-chave-dos-avisos');
  const hook = await shop.ctx.db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
  expect(
    [hook.secret, hook.previous_secret].map((text) => unsealText(deriveSealingKey(NEW), text ?? '')),
  ).toEqual(['whsec_antes', 'whsec_antes']);
  const closing = await shop.ctx.db.selectFrom('closings').selectAll().executeTakeFirstOrThrow();
  expect(unsealText(deriveSealingKey(NEW), closing.sealed_csv)).toBe('day;kind');
  const key = await shop.ctx.db.selectFrom('stock_keys').selectAll().executeTakeFirstOrThrow();
  expect(unsealText(deriveSealingKey(NEW), key.sealed)).toBe('UMA-CHAVE-0001');
  expect(key.digest).toBe(digestKey(deriveSealingKey(NEW), 'UMA-CHAVE-0001'));
});

test('more orders than one statement takes are sealed anew, all of them and nothing else', async () => {
  const { db } = shop.ctx;
  const template = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const { search_words: _written, ...row } = template;
  const old = deriveSealingKey(OLD);
  const many = Array.from({ length: 1001 }, (_, n) => ({
    ...row,
    id: randomUUID(),
    status: 'completed' as const,
    fingerprint: `many-${n}`,
    idempotency_key: null,
    customer_tax_id_sealed: sealText(old, TAX_ID),
  }));
  for (let at = 0; at < many.length; at += 200) {
    await db
      .insertInto('orders')
      .values(many.slice(at, at + 200))
      .execute();
  }
  const gone = many[0]!.id;
  await db.updateTable('orders').set({ customer_tax_id_sealed: '' }).where('id', '=', gone).execute();
  expect(await reseal(NEW, OLD)).toMatchObject({ orders: 1000, unreadable: { orders: 0 } });
  const rows = await db.selectFrom('orders').select(['id', 'customer_tax_id_sealed as sealed']).execute();
  expect(rows.filter(({ id, sealed }) => sealed === '' && id === gone)).toHaveLength(1);
  const key = deriveSealingKey(NEW);
  for (const { id, sealed } of rows) if (id !== gone) expect(unsealText(key, sealed)).toBe(TAX_ID);
});

test('a start looks at some of the keys in stock alone; a change of the secret reaches all, also the sold ones', async () => {
  const { db } = shop.ctx;
  const { id: _, ...row } = await db.selectFrom('stock_keys').selectAll().executeTakeFirstOrThrow();
  const sealed = sealText(deriveSealingKey(OLD), 'UMA-CHAVE-VENDIDA');
  await db
    .insertInto('stock_keys')
    .values(
      Array.from({ length: 1010 }, (__, n) => ({
        ...row,
        sealed,
        digest: `many-${n}`,
        line: n,
        taken_at: n < 5 ? new Date() : null,
      })),
    )
    .execute();
  // One more is in stock, which the present secret opens.
  const { unreadable } = await reseal(NEW, null);
  expect([999, 1000]).toContain(unreadable.keys);
  await db.updateTable('stock_keys').set({ taken_at: new Date() }).execute();
  expect((await reseal(NEW, null)).unreadable.keys).toBe(0);
  expect((await reseal(NEW, 'x'.repeat(32))).unreadable.keys).toBe(1010);
});
